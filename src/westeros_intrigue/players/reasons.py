"""What speaks for a move, in words a player understands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from westeros_intrigue.knowledge.card_counts import house_counts
from westeros_intrigue.players.analysis import JudgedMove, times_in_100
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, House
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WORTH_SAYING = 0.5
"""What weighs less, in cards times slots, is no reason."""
_MOST_SAID = 2
_FEW = 3
"""So many open slots of a house, or fewer, are worth keeping open."""


def why(view: View, move: Move, others: Sequence[Move]) -> str:
    """Return what a move does for the player or against the others that other moves do not do.

    It is the rest of a sentence that begins with the move: `opens a slot for your three Starks`.
    Where nothing tells the move apart from the mean of the others it is empty.
    """
    if not others:
        return "is the only placement there is"
    heaviest = sorted(_reasons(view, move, others), key=lambda reason: -reason[0])[:_MOST_SAID]
    said: dict[str, list[str]] = {}
    for weight, saying, whom in heaviest:
        if weight >= _WORTH_SAYING:
            said.setdefault(saying, []).append(whom)
    return " and ".join(saying.format(" and ".join(whom)) for saying, whom in said.items())


def better(view: View, best: JudgedMove, made: JudgedMove) -> Iterator[str]:
    """Yield what speaks for a move against the one that was made, each the rest of a sentence."""
    if best.win > made.win:
        yield f"wins the round {times_in_100(best.win)} in 100, this {times_in_100(made.win)}"
    if reason := why(view, best.move, [made.move]):
        yield reason


def _reasons(view: View, move: Move, others: Sequence[Move]) -> Iterator[tuple[float, str, str]]:
    """Yield reasons, each by its weight, how it is said, and of whose cards.

    They weigh about as much as in the sum of `greedy_player`.
    """
    own, placed = house_counts(view.hand), move.card.house
    usual = fmean(own[other.card.house.index] for other in others)
    if (most := own[placed.index]) == max(own):
        mixed = "keeps your hand mixed by using one of your {}"
        yield 2 * (most - usual), mixed, f"{_NUMBERS[most]} {placed}s"
    before = view.court
    if not before:
        return  # whatever the first card is, any card fits on both sides of it
    after = before.place(move.card, move.slot)
    courts = [before.place(other.card, other.slot) for other in others]
    lying = house_counts(before.values())
    is_alone = len(view.eliminations) == view.players - 1
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
        if unseen and not is_alone and opened < 0:
            saying = f"takes {_slots(-opened)} from" if slots else "leaves no slot for"
            theirs = f"{_NUMBERS[unseen]} {house}{'s' if unseen > 1 else ''}"
            weight = (fmean(there) - slots) * (unseen / 2 - held)
            yield weight, f"{saying} the {{}} that you have not seen", theirs


def _slots(count: int) -> str:
    return "a slot" if count == 1 else f"{_NUMBERS[count]} slots"


def _yours(house: House, held: int, placed: House) -> str:
    """Return the cards of a house that are left in the hand once another is placed."""
    if held == 1:
        return f"your {'other' if house is placed else 'last'} {house}"
    return f"your {_NUMBERS[held]} {'other ' if house is placed else ''}{house}s"
