"""The lines of a record, written from a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from westeros_intrigue.base.record_files import title_line
from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.base.tags import tag_lines
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.game import GameState, letters
from westeros_intrigue.rules.history import Decision, Elimination, RoundResult
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.text.notation import hand_text
from westeros_intrigue.text.records.words import TURN, RecordedPlacement, RecordedRound

TITLE = "Westeros Intrigue record"


def game_lines(
    state: GameState,
    deal: Deal,
    rounds: Sequence[RecordedRound],
    tags: Iterable[tuple[str, str]],
    comment: str,
    *,
    numbers: bool,
) -> Iterator[str]:
    """Yield the lines of a record whose last state is `state`, without line ends.

    With `numbers`, cards have their numbers, otherwise only their houses.
    """
    yield title_line(TITLE)
    yield from tag_lines(tags)
    yield from _fact_lines(_table_texts(state, deal))
    yield from _comment_lines(comment)
    told: list[RoundResult | GameState] = [*state.results, state]
    for number, (round_deal, recorded) in enumerate(zip(deal.rounds, rounds, strict=True), start=1):
        starting_player = (state.first_player + number - 1) % state.players
        yield ""
        yield f"Round {number}: {starting_text(starting_player)}"
        written = hand_text if numbers else _letters
        yield from (f"Hand {seat}: {written(hand)}" for seat, hand in enumerate(round_deal.hands))
        if round_deal.starters:
            yield f"Starters: {written(round_deal.starters)}"
        yield from _comment_lines(recorded.comment)
        out = told[number - 1].eliminations if number <= len(told) else ()
        turn = str if numbers else _without_number
        yield from _turn_lines(recorded.placements, out, starting_player, state.players, turn)
        if number <= len(state.results):
            yield from _fact_lines(result_texts(state.results[number - 1]))
    if state.phase is Phase.GAME_OVER:
        yield ""
        yield from _fact_lines(final_texts(final_winner(state)))


def _fact_lines(texts: Mapping[str, str]) -> Iterator[str]:
    return (f"{key}: {text}" for key, text in texts.items() if text)


def _comment_lines(comment: str) -> list[str]:
    return [f"# {line}".rstrip() for line in comment.split("\n")] if comment else []


def _table_texts(state: GameState, deal: Deal) -> dict[str, str]:
    variant = state.variant
    return {
        "Players": str(state.players),
        "First player": f"{state.first_player}{'' if variant.first_player is None else ', fixed'}",
        "Rounds": str(variant.rounds or ""),
        "Options": ", ".join(variant.options).replace("_", " "),
        "Dead": str(variant.dead or ""),
        "Houses": " ".join(map(str, variant.houses)),
        "Automated": numbers_text(variant.automated),
        # Written even if it is the assumed table, which may change when the printed one is known.
        "Throne table": _throne_text(variant.throne_cards) or "-",
        "Throne cards": _throne_text(deal.throne_cards),
    }


def _throne_text(cards: Iterable[IronThroneCard]) -> str:
    return " ".join(f"{card.value}/{card.icons}" for card in cards)


def numbers_text(numbers: Iterable[int]) -> str:
    """Return the text of numbers, one for each seat, such as `4 0 2`."""
    return " ".join(str(number) for number in numbers)


def starting_text(player: int) -> str:
    """Return the text for the player who starts a round."""
    return f"player {player} starts"


def drawn_text(card: IronThroneCard, player: int) -> str:
    """Return the text for the draw of an Iron Throne card."""
    return f"{_throne_text((card,))} to player {player}"


def ranking_text(ranking: Iterable[Iterable[int]]) -> str:
    """Return the text of a ranking, best first, such as `2 > 0 = 3 > 1`."""
    return " > ".join(" = ".join(str(player) for player in group) for group in ranking)


def result_texts(result: RoundResult) -> dict[str, str]:
    """Return the result of a round in a record, by the word that begins the line."""
    drawn = result.throne_card and drawn_text(result.throne_card, result.last_placer)
    return {
        "Throne card": drawn or "",
        "Cards left": numbers_text(result.cards_left),
        "Penalty points": numbers_text(result.penalty_points),
    }


def final_texts(final: FinalResult[Decision]) -> dict[str, str]:
    """Return the result of a game in a record, by the word that begins the line."""
    return {
        "Totals": numbers_text(final.totals),
        "Ranking": ranking_text(final.ranking),
        "Decided by": final.decided_by.value.replace("-", " "),
    }


def _letters(cards: Iterable[Card]) -> str:
    return letters(cards) or "-"


def _without_number(placed: RecordedPlacement) -> str:
    return f"{placed.player}:{placed.move.card.house.letter}@{placed.move.slot}"


def _turn_lines(
    placements: Sequence[RecordedPlacement],
    eliminations: Sequence[Elimination],
    starting_player: int,
    players: int,
    written: Callable[[RecordedPlacement], str],
) -> Iterator[str]:
    """Yield the lines of turns, one round of the table per line. A comment ends its line."""
    turns: list[RecordedPlacement | Elimination] = list(placements)
    for out in reversed(eliminations):
        turns.insert(out.placements_before, out)
    line: list[str] = []
    last_place = -1
    for turn in turns:
        place = (turn.player - starting_player) % players
        if line and place <= last_place:
            yield " ".join(line)
            line = []
        last_place = place
        if isinstance(turn, Elimination):
            line.append(f"{turn.player}:out({turn.cards_left})")
            continue
        line.append(written(turn))
        if turn.comment:
            first, *others = _comment_lines(turn.comment)
            # A comment that looks like a turn must not follow turns on the same line.
            parting = "\n" if TURN.search(first) else "  "
            yield f"{' '.join(line)}{parting}{first}"
            yield from others
            line = []
    if line:
        yield " ".join(line)
