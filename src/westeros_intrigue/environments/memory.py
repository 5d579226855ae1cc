"""A player's knowledge as text, the same for all games that look alike to the player.

A card is the letter of its house, since card numbers have no effect on play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.game import letters
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.view import View


def public_text(view: View, *, recall: bool) -> str:
    """Return the public information: with `recall` of the whole game, otherwise of this moment."""
    table = view.table
    lines = [table.summary, f"player {table.starting_player} starts"]
    if recall:
        lines += map(_finished, table.results)
        lines.append(_placed(table.starters, table.placements))
        lines += _turned_over(view)
    else:
        lines.append(" ".join(f"{letters([card])}@{slot}" for slot, card in table.court.items()))
        stacks = ((seat, letters(stack)) for seat, stack in enumerate(table.known_stacks))
        lines += [f"player {seat} ends with {stack}" for seat, stack in stacks if stack]
    lines += [_out(gone, recall=recall) for gone in table.eliminations]
    lines.append(f"cards {_listed(table.hand_sizes)}")
    lines.append(f"points {_listed(table.penalty_points)}")
    lines.append(f"Iron Throne cards {_listed(table.score_pile_sizes)}")
    lines += map(_throne_cards, table.revealed_score_piles)
    return "\n".join(line for line in lines if line)


def private_text(view: View, *, recall: bool) -> str:
    """Return the information of the viewer alone."""
    lines = [f"player {view.player} holds {letters(view.hand)}", _throne_cards(view.score_pile)]
    if recall:
        kept = ("?" if cards is None else letters(cards) for cards in view.kept)
        lines += [f"kept {cards} in round {number}" for number, cards in enumerate(kept, start=1)]
    return "\n".join(line for line in lines if line)


def _finished(result: RoundResult) -> str:
    out = "; ".join(_out(gone, recall=True) for gone in result.eliminations)
    kept = _listed("-" if cards is None else letters(cards) for cards in result.kept)
    return (
        f"round {result.round_number}: {_placed(result.starters, result.placements)}; {out}; "
        f"kept {kept}"
    )


def _placed(starters: Iterable[Card], placements: Iterable[Placement]) -> str:
    placed = (f"{of.player}{letters([of.move.card])}@{of.move.slot}" for of in placements)
    return " ".join([letters(starters), *placed]).strip()


def _out(gone: Elimination, *, recall: bool) -> str:
    when = f" after {gone.placements_before}" if recall else ""
    return f"player {gone.player} out{when} with {gone.cards_left}"


def _turned_over(view: View) -> Iterator[str]:
    for seat, turns in enumerate(view.table.turned_over):
        if turns:
            aside = (letters(cards) or "-" for cards in turns)
            yield f"player {seat} set aside {' '.join(aside)}"


def _throne_cards(pile: Iterable[IronThroneCard | None]) -> str:
    return ", ".join(str(card or "?") for card in pile)


def _listed(things: Iterable[object]) -> str:
    return " ".join(map(str, things))
