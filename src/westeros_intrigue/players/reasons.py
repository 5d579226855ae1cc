"""The reasons for a move, in words that a player understands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

from westeros_intrigue.base.values import capital, listed
from westeros_intrigue.drawing.scene import default_names
from westeros_intrigue.players.analysis import Analysis, JudgedMove, analyse, times_in_100
from westeros_intrigue.rules.card_counts import house_counts
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, House
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View

_PLAYOUTS = 1000
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WORTH_SAYING = 0.5
"""The least weight of a reason, in cards times slots."""
_MOST_SAID = 2
_FEW = 3
"""The most open slots of a house that are worth keeping open."""


def hint(view: View, *, stop: Callable[[], bool] | None = None) -> str:
    """Return the placement that comes out best in playouts, its chance, and the reasons for it.

    Once `stop` returns True, the playouts so far decide.
    """
    analysis = analyse(view, playouts=_PLAYOUTS, stop=stop)
    best = analysis.best
    chance = f"wins the round about {100 * best.win:.0f} % of the time"
    return f"Best move: {_placed(view, best.move)} ({chance}). {advice(view, analysis)}"


def advice(view: View, analysis: Analysis, *, names: Sequence[str] = ()) -> str:
    """Return the case for the best move of an analysis: reasons, its lead, who can still answer.

    Args:
        view: the view that was analysed.
        analysis: the analysis.
        names: how to call the seats; empty for `player 0` and so on.
    """
    best, *others = analysis.moves
    names = names or default_names(view.players)
    sentences = []
    if reason := why(view, best.move, [other.move for other in others], names):
        sentences.append(f"it {reason}.")
    if others:
        sentences += _lead(view, analysis, others[0])
    rivals = [names[seat] for seat in _rivals(view)]
    if not rivals:
        sentences.append("everybody else is out.")
    elif out := [_out(view, gone.player, names) for gone in view.eliminations]:
        verb = "is" if len(out) == 1 else "are"
        sentences.append(f"{listed(out)} {verb} out, and {listed(rivals)} can answer.")
    return " ".join(map(capital, sentences))


def _out(view: View, seat: int, names: Sequence[str]) -> str:
    """Return the name of a seat that is out, with the houses that it has proved to lack."""
    missing = [str(house) for house in HOUSES if house in view.missing_houses[seat]]
    return f"{names[seat]} (no {listed(missing, 'or')})" if missing else names[seat]


def _placed(view: View, move: Move) -> str:
    """Return a placement in words; printed cards have no numbers."""
    card = move.card if view.table.has_numbers else f"a {move.card.house} card"
    return f"{card} in {move.slot}"


def _lead(view: View, analysis: Analysis, second: JudgedMove) -> Iterator[str]:
    """Yield by how much the best move is better than the next."""
    points = f"{analysis.loss(second.move):.1f}"
    points += " point" if points == "1.0" else " points"
    other = _placed(view, second.move)
    if analysis.is_clear_loss(second.move):
        yield f"it comes out {points} ahead of {other}, the next best."
        return
    yield f"{other} comes out {points} behind, which may be chance."
    if not any(analysis.is_clear_loss(judged.move) for judged in analysis.moves):
        yield "no other placement is clearly worse."


def why(view: View, move: Move, others: Sequence[Move], names: Sequence[str] = ()) -> str:
    """Return what a move does for the player or against the others that other moves do not do.

    It is the rest of a sentence that begins with the move: `opens a slot for your three Starks`.
    Where nothing distinguishes the move from the mean of the others it is empty.
    """
    if not others:
        return "is the only placement there is"
    names = names or default_names(view.players)
    heaviest = sorted(_reasons(view, move, others, names), key=lambda reason: -reason[0])[
        :_MOST_SAID
    ]
    said: dict[str, list[str]] = {}
    for weight, saying, whom in heaviest:
        if weight >= _WORTH_SAYING:
            said.setdefault(saying, []).append(whom)
    return " and ".join(saying.format(" and ".join(whom)) for saying, whom in said.items())


def better(view: View, best: JudgedMove, made: JudgedMove) -> Iterator[str]:
    """Yield the reasons for a move against the one that was made, each the rest of a sentence."""
    if best.win > made.win:
        yield f"wins the round {times_in_100(best.win)} in 100, this {times_in_100(made.win)}"
    if reason := why(view, best.move, [made.move]):
        yield reason


def _reasons(
    view: View, move: Move, others: Sequence[Move], names: Sequence[str]
) -> Iterator[tuple[float, str, str]]:
    """Yield reasons, each as its weight, a phrase, and the cards that the phrase is about.

    They weigh about as much as in the sum of `greedy_player`.
    """
    own, placed = house_counts(view.hand), move.card.house
    usual = fmean(own[other.card.house.index] for other in others)
    if (most := own[placed.index]) == max(own):
        mixed = "thins out your {}"
        yield 2 * (most - usual), mixed, f"{_NUMBERS[most]} {placed}s"
    before = view.court
    if not before:
        return  # whatever the first card is, any card fits on both sides of it
    after = before.place(move.card, move.slot)
    courts = [before.place(other.card, other.slot) for other in others]
    lying = house_counts(before.values())
    rivals = [names[seat] for seat in _rivals(view)]
    for house in HOUSES:
        slots = len(after.open_slots(house))
        there = [len(court.open_slots(house)) for court in courts]
        opened = slots - len(before.open_slots(house))
        held = own[house.index] - (house is placed)
        unseen = CARDS_PER_HOUSE - own[house.index] - lying[house.index]
        if held and (opened > 0 or 0 < slots <= _FEW):
            saying = f"opens {_slots(opened)}" if opened > 0 else f"keeps {_slots(slots)} open"
            usual = fmean(
                count * (own[house.index] - (house is other.card.house))
                for count, other in zip(there, others, strict=True)
            )
            yield slots * held - usual, f"{saying} for {{}}", _yours(house, held, placed)
        if unseen and rivals and opened < 0:
            saying = f"takes {_slots(-opened)} from" if slots else "leaves no slot for"
            theirs = f"{_NUMBERS[unseen]} {house}{'s' if unseen > 1 else ''}"
            weight = (fmean(there) - slots) * (unseen / 2 - held)
            whose = f"{rivals[0]} may hold" if len(rivals) == 1 else "you have not seen"
            yield weight, f"{saying} the {{}} that {whose}", theirs


def _rivals(view: View) -> list[int]:
    """Return the other seats that are not out."""
    out = {elimination.player for elimination in view.eliminations}
    return [seat for seat in range(view.players) if seat not in out and seat != view.player]


def _slots(count: int) -> str:
    return "a slot" if count == 1 else f"{_NUMBERS[count]} slots"


def _yours(house: House, held: int, placed: House) -> str:
    """Return the cards of a house that are left in the hand once another is placed."""
    if held == 1:
        return f"your {'other' if house is placed else 'last'} {house}"
    return f"your {_NUMBERS[held]} {'other ' if house is placed else ''}{house}s"
