"""The content of a drawing, before it becomes text or a picture.

A state is drawn as a spectator sees it, so that a drawing shows hidden cards only on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.base.values import brief, check_type, tuple_of
from westeros_intrigue.rules.cards import Card, House, IronThroneCard
from westeros_intrigue.rules.court import FIRST_SLOT, Court
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Decision
from westeros_intrigue.rules.moves import is_eliminated
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.scoring import rank
from westeros_intrigue.rules.slots import SLOTS, Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import Violation, ViolationCode

LONGEST_NAME = 24

_DECISIONS = {
    Decision.LOWEST_TOTAL: "the lowest total",
    Decision.FEWEST_ICONS: "a tie, then the Iron Throne card with the fewest icons",
    Decision.SHARED: "a tie that nothing separates",
}


@attrs.frozen
class Seat:
    """The content of a drawing for one seat."""

    name: str
    """`player 2`, or the name passed by the caller."""
    house: House | None
    is_automated: bool
    is_active: bool
    is_out: bool
    """True if the seat is out of a round that others still play."""
    points: int
    """The penalty points so far, with those of a round that is over but not yet scored."""
    cards: tuple[Card | None, ...]
    """The hand, or the stack from its top; None for a card that is not shown."""
    throne_cards: tuple[IronThroneCard | None, ...]
    """The score pile; None for a card that is not shown."""
    total: int | None
    """The points minus the values of the Iron Throne cards; None before the game is over."""
    has_won: bool


@attrs.frozen
class Note:
    """A note in a vacant slot, such as the value of a move there."""

    slot: Slot
    lines: tuple[str, str]
    """Two short lines, the second smaller."""
    words: str
    """The same in a sentence, for tooltips and screen readers."""
    is_good: bool
    """True if the note recommends the slot."""


@attrs.frozen
class Scene:
    """The content of a drawing."""

    court: Court
    headline: tuple[str, ...] = ()
    """The round, the phase, and the player to move or the winners; empty for a Court."""
    seats: tuple[Seat, ...] = ()
    """Empty for a Court."""
    placed_by: dict[Slot, str] = attrs.field(factory=dict)
    """The name of the seat that placed the card in a slot, if known."""
    last: Slot | None = None
    """The slot of the last placement, if known."""
    highlight: tuple[Slot, ...] = ()
    """The highlighted slots, in slot order."""
    open_for: House | Card | None = None
    vacancies: Mapping[Slot, tuple[Violation, ...]] = MappingProxyType({})
    """With `open_for`, the vacant slots in reach, in slot order, with the violations that close
    each; none for an open slot."""
    has_numbers: bool = True
    """False for printed cards, which have a house but no number."""
    notes: tuple[Note, ...] = ()
    notes_meaning: str = ""
    """The meaning of the notes, for the legend."""

    def name_of(self, card: Card) -> str:
        """Return the name of a card in the court: that of its house alone, if it is printed."""
        return str(card) if self.has_numbers else card.house.letter

    @property
    def marked(self) -> tuple[Slot, ...]:
        """The vacant slots that are drawn: those in reach, and those with a note."""
        return (*self.vacancies, *(note.slot for note in self.notes))

    @property
    def open_slots(self) -> tuple[Slot, ...]:
        """The slots that are open to `open_for`, in slot order."""
        return tuple(slot for slot, violations in self.vacancies.items() if not violations)

    @property
    def wanted(self) -> str:
        """The card or house of `open_for`, in words."""
        return str(self.open_for) if isinstance(self.open_for, Card) else f"a {self.open_for} card"


def scene_of(
    value: object,
    *,
    open_for: House | Card | None = None,
    unsupported: bool = False,
    last: Slot | None = None,
    highlight: Iterable[Slot] = (),
    reveal: bool = False,
    seats: bool = True,
    names: Sequence[str] = (),
) -> Scene:
    """Return the content of a drawing of the value; the arguments are those of `draw_svg`."""
    check_type("reveal", reveal, bool)
    check_type("seats", seats, bool)
    if open_for is not None and not isinstance(open_for, House | Card):
        raise WrongType(f"open_for must be a House or a Card, not {brief(open_for)}")
    if isinstance(value, Court):
        scene = Scene(value)
    else:
        scene = _position(value, names, reveal=reveal, seats=seats)
    if last is not None:
        check_type("last", last, Slot)
        if last not in scene.court:
            raise InvalidValue(
                f"last must be the slot of a card in the court, and no card is in {last}"
            )
    return attrs.evolve(
        scene,
        last=scene.last if last is None else last,
        highlight=tuple(sorted(set(tuple_of("highlight", Slot, highlight)))),
        open_for=open_for,
        vacancies=MappingProxyType(
            dict(_vacancies(scene.court, open_for, unsupported=unsupported))
        ),
    )


def won_by(final: FinalResult, names: Sequence[str]) -> str:
    """Return the winners and the reason, such as `player 1: the lowest total`."""
    winners = " and ".join(names[winner] for winner in final.winners)
    if final.decided_by is None:
        return winners
    reason = _DECISIONS.get(final.decided_by) or final.decided_by.value.replace("-", " ")
    return f"{winners}: {reason}"


def default_names(players: int) -> tuple[str, ...]:
    """Return the names of seats that the caller did not name."""
    return tuple(f"player {player}" for player in range(players))


def _position(value: object, names: Sequence[str], *, reveal: bool, seats: bool) -> Scene:
    if isinstance(value, View):
        view = value
    elif isinstance(value, GameState | Table):
        view = View(value.table)
    else:
        raise WrongType(f"value must be a Court, Table, GameState or View, not {brief(value)}")
    revealed = value if reveal and isinstance(value, GameState) else None
    called = given_names(names, view.players) or default_names(view.players)
    final = None
    if piles := view.revealed_score_piles:
        final = rank(view.penalty_points, piles)
    is_over = view.phase is Phase.ROUND_OVER
    points = (view.table.scored() if is_over else view).penalty_points
    drawn = range(view.players if seats else 0)
    return Scene(
        court=view.court,
        headline=_headline(view, called, final, is_view=view is value),
        seats=tuple(
            _seat(view, revealed, seat, name=called[seat], points=points[seat], final=final)
            for seat in drawn
        ),
        placed_by={placed.move.slot: called[placed.player] for placed in view.placements},
        last=view.placements[-1].move.slot if view.placements else None,
        has_numbers=view.table.has_numbers,
    )


def _seat(
    view: View,
    state: GameState | None,
    seat: int,
    *,
    name: str,
    points: int,
    final: FinalResult[Decision] | None,
) -> Seat:
    if state is not None:
        cards: tuple[Card | None, ...] = state.hands[seat]
    elif seat == view.player:
        cards = view.hand
    else:
        known = view.known_stacks[seat]
        cards = (*(None,) * (view.hand_sizes[seat] - len(known)), *known)
    if state is not None:
        throne_cards: tuple[IronThroneCard | None, ...] = state.score_piles[seat]
    elif final is not None:
        throne_cards = view.revealed_score_piles[seat]
    elif seat == view.player:
        throne_cards = view.score_pile
    else:
        throne_cards = (None,) * view.score_pile_sizes[seat]
    return Seat(
        name=name,
        house=view.variant.houses[seat] if view.variant.houses else None,
        is_automated=seat in view.variant.automated,
        is_active=seat == view.active_player,
        is_out=is_eliminated(view, seat) and view.phase is Phase.PLAYING,
        points=points,
        cards=cards,
        throne_cards=throne_cards,
        total=None if final is None else final.totals[seat],
        has_won=final is not None and seat in final.winners,
    )


def given_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names that the caller has for the seats, as they can be shown; () for none."""
    given = tuple_of("names", str, names)
    if given and len(given) != players:
        raise InvalidValue(f"names must be one for each of the {players} players, not {len(given)}")
    return tuple(map(shown_name, given))


def shown_name(name: str) -> str:
    """Return a name as it can be shown: without control characters, and not too long."""
    # Control characters would steer a terminal, and XML forbids them.
    shown = "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in name
    )
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: LONGEST_NAME - 1]}…"


def _headline(
    view: View, names: tuple[str, ...], final: FinalResult[Decision] | None, *, is_view: bool
) -> tuple[str, ...]:
    rounds = view.variant.rounds_for(view.players)
    parts = [f"Round {view.round_number} of {rounds}", view.phase.value.replace("-", " ")]
    if view.active_player is not None:
        parts.append(f"{names[view.active_player]} to move")
    if final is not None:
        parts.append(f"won by {won_by(final, names)}")
    if is_view:
        parts.append(f"seen by {'a spectator' if view.player is None else names[view.player]}")
    return tuple(parts)


def _vacancies(
    court: Court, open_for: House | Card | None, *, unsupported: bool
) -> Iterator[tuple[Slot, tuple[Violation, ...]]]:
    if open_for is None:
        return
    vacant = {FIRST_SLOT}
    for slot in court:
        above = (Slot(slot.row + 1, slot.column - 1), Slot(slot.row + 1, slot.column))
        beside = (Slot(0, slot.column - 1), Slot(0, slot.column + 1)) if slot.row == 0 else ()
        vacant.update(above + beside)
    # A slot outside of SLOTS is above every pyramid, or too far to one side.
    for slot in sorted(vacant & frozenset(SLOTS.values()) - frozenset(court)):
        violations = refusals(court, open_for, slot)
        codes = [violation.code for violation in violations]
        if unsupported or ViolationCode.SUPPORT_MISSING not in codes:
            yield slot, violations


def refusals(court: Court, open_for: House | Card | None, slot: Slot) -> tuple[Violation, ...]:
    """Return the violations that close a slot to a card or a house; none if `open_for` is None."""
    if isinstance(open_for, Card):
        return court.violations(open_for.house, slot, open_for)
    return () if open_for is None else court.explain(open_for, slot)
