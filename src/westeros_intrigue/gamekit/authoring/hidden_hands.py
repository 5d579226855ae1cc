"""Views and worlds of hidden hands, for games of which the fields are declared as `Hand`."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from westeros_intrigue.gamekit.authoring.field_kinds import Hand, hands_of
from westeros_intrigue.gamekit.authoring.position import Position
from westeros_intrigue.gamekit.chance import RandomSource, random_below, shuffle
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import short_repr

S = TypeVar("S", bound=Position)
_MOST_DEALS = 100
"""The number of deals that are drawn before one is found in another way."""
_PASSES = 50
"""The number of tries to pass cards on, for each card of a deal that was found."""
MayHold = Callable[[int, Any], bool]
"""Says whether a seat can have a card."""


def hide_hands(state: S, seat: int | None) -> S:
    """Return a state without the hands of the other seats, and without the rest of the deck.

    Args:
        state: the state.
        seat: the seat that will see it, from 0; None for a spectator.
    """
    changes: dict[str, Any] = {}
    for name, hand in hands_of(type(state)).items():
        parts, hidden = getattr(state, name), hand.hidden
        covered = [
            (hidden,) * len(part) if type(part) is tuple else part if part is None else hidden
            for part in parts
        ]
        if seat is not None:
            covered[seat] = parts[seat]
        changes[name] = tuple(covered)
        if hand.rest:
            changes[hand.rest] = (hidden,) * len(getattr(state, hand.rest))
    return state.replace(**changes) if changes else state


def guess_hands(view: S, rng: RandomSource, may_hold: MayHold | None) -> S:
    """Return a view with cards that its seat has not seen instead of the hidden ones.

    All deals that the seats may hold are equally probable, unless most of the others had to be
    refused: then a deal is found, and mixed by passing cards on.

    Args:
        view: the view.
        rng: a source of random numbers.
        may_hold: says whether a seat can have a card; None if all can have any.

    Raises:
        InvalidValue: the cards of the view are not those of the deck, or cannot be dealt.
    """
    changes: dict[str, Any] = {}
    for name, hand in hands_of(type(view)).items():
        parts = getattr(view, name)
        rest = getattr(view, hand.rest) if hand.rest else ()
        owners: list[int | None] = [
            seat
            for seat, part in enumerate(parts)
            for card in _cards_in(part)
            if card == hand.hidden
        ]
        owners += [None for card in _cards_in(rest) if card == hand.hidden]
        unseen = _find_unseen(view, name, hand)
        if len(owners) > len(unseen) or (hand.rest and len(owners) < len(unseen)):
            raise InvalidValue(
                f"the view hides {len(owners)} cards of {name}{hand.rest and f' and {hand.rest}'}, "
                f"and {len(unseen)} of the deck are unseen: Hand must name the fields in which "
                "cards lie open, and the rest"
            )
        owners += [None] * (len(unseen) - len(owners))
        drawn = iter(_deal(unseen, owners, rng, may_hold))
        changes[name] = tuple(_fill(hand, part, drawn) for part in parts)
        if hand.rest:
            changes[hand.rest] = _fill(hand, rest, drawn)
    return view.replace(**changes) if changes else view


def check_decks(state: Position) -> None:
    """Check that a state has each card of a deck once, and all of them if the rest is in a field.

    Raises:
        InvalidValue: it has not.
    """
    for name, hand in hands_of(type(state)).items():
        missing = _find_unseen(state, name, hand)
        if missing and hand.rest:
            raise InvalidValue(
                f"the deck of {name} has {short_repr(missing[0])}, the state has not"
            )


def _cards_in(value: Any) -> Iterator[Any]:  # noqa: ANN401 - cards, one card or None
    if type(value) is tuple:
        for part in value:
            yield from _cards_in(part)
    elif value is not None:
        yield value


def _find_unseen(view: Position, name: str, hand: Hand) -> list[Any]:
    """Return the cards of the deck that a view does not show."""
    unseen = [*hand.of]
    for field in (name, *hand.seen, *filter(None, [hand.rest])):
        for card in _cards_in(getattr(view, field)):
            if card == hand.hidden:
                continue
            if card not in unseen:
                raise InvalidValue(
                    f"{field} has {short_repr(card)}, which the deck of {name} does not have, or "
                    "which is elsewhere, too"
                )
            unseen.remove(card)
    return unseen


def _fill(hand: Hand, part: Any, drawn: Iterator[Any]) -> Any:  # noqa: ANN401 - as above
    if type(part) is tuple:
        return tuple(next(drawn) if card == hand.hidden else card for card in part)
    return next(drawn) if part == hand.hidden else part


def _deal(
    cards: Sequence[Any],
    owners: Sequence[int | None],
    rng: RandomSource,
    may_hold: MayHold | None,
) -> Sequence[Any]:
    """Return the cards in an order in which each owner may hold its card."""
    deal: Sequence[Any] = shuffle(cards, rng)
    if may_hold is None:
        return deal
    known: dict[tuple[int, Any], bool] = {}

    def fits(owner: int | None, card: Any) -> bool:  # noqa: ANN401 - a card of any game
        if owner is None:
            return True
        if (owner, card) not in known:
            known[owner, card] = may_hold(owner, card)
        return known[owner, card]

    for _ in range(_MOST_DEALS):
        if all(map(fits, owners, deal)):
            return deal
        deal = shuffle(cards, rng)
    return _mix(_match(deal, owners, fits), owners, rng, fits)


_Fits = Callable[[int | None, Any], bool]


def _match(cards: Sequence[Any], owners: Sequence[int | None], fits: _Fits) -> list[Any]:
    """Return the cards in an order that fits, found by moving cards that were placed before.

    Raises:
        InvalidValue: there is none.
    """
    place_of: dict[int, int] = {}
    """The place of each card in the new order, by its place in the old one."""

    def fill_place(place: int, tried: set[int]) -> bool:
        for at, card in enumerate(cards):
            if at not in tried and fits(owners[place], card):
                tried.add(at)
                if at not in place_of or fill_place(place_of[at], tried):
                    place_of[at] = place
                    return True
        return False

    # Places that take any card come last, since they take what is left.
    for place in sorted(range(len(owners)), key=lambda at: owners[at] is None):
        if not fill_place(place, set()):
            raise InvalidValue(
                "the unseen cards cannot be dealt: may_hold refuses too many of them to player "
                f"{owners[place]}"
            )
    found = sorted(place_of, key=place_of.__getitem__)
    return [cards[at] for at in found]


def _mix(
    deal: list[Any], owners: Sequence[int | None], rng: RandomSource, fits: _Fits
) -> Sequence[Any]:
    """Pass cards round at random places wherever all of them fit, so that no deal is preferred.

    A swap of two cards can be impossible where three owners can each pass one on.
    """
    most = len({*owners})
    for _ in range(_PASSES * len(deal)):
        places = shuffle(range(len(deal)), rng)[: 2 + random_below(most, rng)]
        passed = [deal[place] for place in (*places[1:], places[0])]
        if all(fits(owners[place], card) for place, card in zip(places, passed, strict=True)):
            for place, card in zip(places, passed, strict=True):
                deal[place] = card
    return deal
