"""The parts that a line leaves out: things in their usual order, and events that explain them.

Cards, allies and tokens that a line does not name lie in the order of the box. The state that it
describes has a log, which explains where hidden cards may be.

Rules: info.public, info.hand, info.returned, info.taken, box.copies.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeVar

import attrs

from westeros_intrigue.gamekit.agenda import Steps
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Kind, shared_card
from westeros_intrigue.games.btwixt.pieces.chance import cards_of
from westeros_intrigue.games.btwixt.pieces.operations import Timing
from westeros_intrigue.games.btwixt.position.happenings import Event, Events, Happening
from westeros_intrigue.games.btwixt.position.state import GameState, Position
from westeros_intrigue.games.btwixt.position.table import Table
from westeros_intrigue.games.btwixt.turns import abilities, seasons
from westeros_intrigue.games.btwixt.turns.questions import AnyQuestion, Question

T = TypeVar("T")

PLAYED: Final = Happening.PLAYED
TOOK: Final = Happening.TOOK


def usual_leaders(box: Box, players: int) -> Ids:
    """Return the first leader cards of the box."""
    return tuple(leader.id for leader in box.leaders[:players])


def usual_allies(table: Table, looked_at: Ids) -> Ids:
    """Return the allies that are nowhere else, in the order of the box."""
    away = {*allies_out(table), *table.row, *looked_at}
    return tuple(ally.id for ally in table.box.allies if ally.id not in away)


def allies_out(table: Table) -> Ids:
    """Return the allies that are current, in a council or dead."""
    lying = (ally for council in table.councils for ally in council.allies)
    return (*(each.ally for each in table.current), *lying, *table.dead)


def usual_discard(seen: Counter[str], table: Table, size: int) -> Cards:
    """Return as many cards as the discard pile has, the first of the box that are nowhere else."""
    kinds = table.variant.first_kinds
    left = Counter(card.id for card in cards_of(table.box, *kinds)) - seen
    return tuple(shared_card(name) for name in left.elements())[:size]


def count_seen(position: Position) -> Counter[str]:
    """Return the number of each card that is seen outside the discard pile."""
    table = position.table
    hands: Iterable[Cards] = position.hands if isinstance(position, GameState) else (position.hand,)
    lying = [*hands, *table.piles, *[(table.played,)] * (table.played is not None), table.removed]
    return Counter(card.id for cards in lying for card in cards if card is not None)


def usual_plays(
    piles: Sequence[Cards], played: Card | None, asking: object
) -> tuple[tuple[int, Card], ...]:
    """Return the plays if each leader has played the cards of their own pile."""
    plays = [(seat, card) for seat, pile in enumerate(piles) for card in pile]
    if played is not None and isinstance(asking, Question):
        plays.append((asking.seat, played))
    return tuple(plays)


def usual_rest(table: Table, asking: AnyQuestion) -> Steps:
    """Return the steps that follow the question if nothing else is on the agenda."""
    box, seat = table.box, asking.seat
    end = seasons.ROUND[2:]
    bid = table.bid
    if bid is None:
        end = seasons.ROUND[1:]
        played = table.played
        if played is None:
            return end
        on_play = box.abilities(played.id, Timing.ON_PLAY)
        done = [each for each in on_play if each == getattr(asking, "ability", each)]
        later = on_play[on_play.index(done[0]) + 1 :] if done else ()
        effects = (abilities.Effect(each, seat, card=played) for each in later)
        following = seasons.NextTurn((seat + 1) % table.players)
        return (*effects, abilities.Land(seat, played), following, *end)
    claims: Steps = (seasons.ClaimCurrent(bid.winner), abilities.PlaceToken(bid.winner), *end)
    match asking:
        case abilities.PlaceToken():
            return end
        case abilities.PlaceAlly():
            timed = box.abilities(asking.ally, Timing.WHEN_CLAIMED)
            return (*(abilities.Effect(each, seat, ally=asking.ally) for each in timed), *claims)
        case abilities.Kill():
            return (abilities.PutBack(seat), *claims)
        case _:
            return claims


def without_usual_end(things: Sequence[T], usual: Sequence[T]) -> Sequence[T]:
    """Return the first of the things, after which the others come in their usual order."""
    for count in range(len(things) + 1):
        left = Counter(usual)
        left.subtract(things[:count])
        if [*things[count:]] == _take_from(usual, left):
            return things[:count]
    return things


def _take_from(usual: Sequence[T], left: Counter[T]) -> list[T]:
    """Return the things that are left, in their usual order; the first of equal ones are gone."""
    gone = Counter(usual)
    gone.subtract(left)
    found = []
    for thing in usual:
        if gone[thing] > 0:
            gone[thing] -= 1
        else:
            found.append(thing)
    return found


def chance_deck(table: Table) -> Cards:
    """Return the cards of the season's deck, as far as their number goes."""
    joined = table.variant.events_added(table.players) * table.season_index
    cards = cards_of(table.box, *table.variant.first_kinds)
    return (*cards, *cards_of(table.box, Kind.EVENT)[:joined]) if joined else cards


@attrs.frozen
class _Explanation:
    """The choices among events that lead to a table."""

    taken: tuple[tuple[int, int], ...]
    """The takers of cards, each with the leader from whom it came."""
    plays: tuple[tuple[int, Card], ...]
    """The plays of the round, without cards that went on after they were taken back."""
    backs: tuple[tuple[int, Cards], ...]
    """The leaders who took cards back, each with these cards, without numbers."""


def explain_cards(table: Table, hands: Sequence[Cards | None]) -> Iterator[Event]:
    """Yield events of the season that explain where the cards are.

    White cards come from the hands of their leaders; who has more cards than were dealt has
    taken them from others, unseen.
    """
    returners = _find_returners(table, hands)
    plays = tuple(
        (seat, card)
        for seat, card in table.plays
        if card not in returners or returners[card] is not None
    )
    backs = tuple(
        (seat, tuple(shared_card(card.id) for card, back in returners.items() if back == seat))
        for seat in range(table.players)
        if seat in returners.values()
    )
    return _explain(
        table, _Explanation(tuple(_find_taken(table, plays, backs, hands)), plays, backs)
    )


def explain_alike(table: Table, events: Events) -> Iterator[Event]:
    """Yield the events that explain where the cards are, with the choices of other such events.

    A viewer who knows more hands knows of more thefts.
    """
    rest, seats = deque(events[table.players :]), range(table.players)

    def take_next(*kinds: Happening) -> Iterator[tuple[int, Event]]:
        while rest and rest[0].happening in kinds:
            event = rest.popleft()
            if event.player in seats:
                yield event.player or 0, event

    taken = tuple((seat, event.other) for seat, event in take_next(TOOK) if event.other is not None)
    deque(take_next(Happening.DISCARDED), maxlen=0)
    played = {card for _, event in take_next(Happening.REVEALED, PLAYED) for card in event.cards}
    backs = tuple((seat, event.cards) for seat, event in take_next(Happening.TOOK_BACK))
    plays = tuple(play for play in table.plays if play[1] in played)
    lying = Counter(card.id for card in _lying(table))
    left = Counter(card.id for _, card in plays) - lying
    is_possible = left == Counter(card.id for _, cards in backs for card in cards) and all(
        victim in seats for _, victim in taken
    )
    return _explain(
        table, _Explanation(taken, plays, backs) if is_possible else _Explanation((), (), ())
    )


def _lying(table: Table) -> Iterator[Card]:
    """Yield the cards in the piles and the card being played."""
    yield from chain.from_iterable(table.piles)
    if table.played is not None:
        yield table.played


def _find_returners(table: Table, hands: Sequence[Cards | None]) -> dict[Card, int | None]:
    """Return the seats that took back the cards of the round's plays that are in no pile.

    None stands for a card that is no longer in that hand, as far as the table shows.
    """
    lying = {*_lying(table)}
    returned = [(seat, card) for seat, card in table.plays if card not in lying]
    if not returned:
        return {}
    away = (*table.discard, *table.removed[_whites_before(table) :])
    gone = [*lying, *away, *chain(*filter(None, hands))]
    # Of each title, no more than the box has that are nowhere else; of white cards, one a leader.
    kinds = (kind for kind in Kind if kind is not Kind.LEADER)
    room = Counter[str | int](card.id for card in cards_of(table.box, *kinds))
    room.update(range(table.players))

    def title_of(card: Card) -> str | int:
        owner = _owner_of(table, card)
        return card.id if owner is None else owner

    room.subtract(map(title_of, gone))
    held = [None if hand is None else Counter(card.id for card in hand) for hand in hands]
    free = [*table.hand_sizes]
    found = dict[Card, int | None]()

    def can_hold(seat: int, card: Card) -> bool:
        own = held[seat]
        return free[seat] > 0 and (room[title_of(card)] if own is None else own[card.id]) > 0

    knelt = [seat for seat in range(table.players) if table.knelt[seat]]
    usual = _find_returner(table, tuple(card for _, card in returned))
    for seat, card in returned:
        others = sorted(
            knelt, key=lambda other: (other != usual, other != seat, len(table.piles[other]))
        )
        back = next((other for other in others if can_hold(other, card)), None)
        found[card] = back
        if back is not None:
            free[back] -= 1
            own = held[back]
            if own is None:
                room[title_of(card)] -= 1
            else:
                own[card.id] -= 1
    return found


def _find_taken(
    table: Table,
    plays: tuple[tuple[int, Card], ...],
    backs: tuple[tuple[int, Cards], ...],
    hands: Sequence[Cards | None],
) -> Iterator[tuple[int, int]]:
    """Yield the takers of white cards of others, with those others."""
    held = [(seat, card) for seat, hand in enumerate(hands) for card in hand or ()]
    for seat, card in (*plays, *held):
        owner = _owner_of(table, card)
        if owner not in {None, seat}:
            yield seat, owner or 0
    if table.variant.is_advanced:
        # A hand of cards that all players saw come has no others.
        back = dict(backs)
        known = [
            back[seat] if seat in back and table.hand_sizes[seat] == len(back[seat]) else hand
            for seat, hand in enumerate(hands)
        ]
        yield from _find_thefts(table, plays, known)


def _explain(table: Table, chosen: _Explanation) -> Iterator[Event]:
    """Yield the events of an explanation, with further thefts for cards too many in a hand."""
    players, variant = table.players, table.variant
    size = variant.hand_size + variant.is_advanced
    for seat in range(players):
        yield Event(Happening.DEALT, seat, count=size, viewers=())
    taken = [*chosen.taken]
    lost = [size - held for held in table.hand_sizes]
    for seat, cards in chosen.backs:
        lost[seat] += len(cards)
    for seat, _ in chosen.plays:
        lost[seat] -= 1
    for taker, victim in taken:
        lost[taker] += 1
        lost[victim] -= 1
    *given, others = _split_by_owner(
        table, (*table.discard, *table.removed[_whites_before(table) :])
    )
    lost = [count - len(own) for count, own in zip(lost, given, strict=True)]
    for taker in range(players):
        while lost[taker] < 0:
            victim = lost.index(max(lost))
            lost[victim] -= 1
            lost[taker] += 1
            taken.append((taker, victim))
    for taker, victim in taken:
        yield Event(TOOK, taker, victim, count=1, viewers=())
    for seat, count in enumerate(lost):
        cards, others = (*given[seat], *others[:count]), others[count:]
        if cards:
            yield Event(Happening.DISCARDED, seat, cards=cards, count=len(cards))
    played = (Event(PLAYED, seat, cards=(card,), count=1) for seat, card in chosen.plays)
    allies = () if table.revealed is None else (table.revealed,)
    revealed = Event(Happening.REVEALED, table.first_player, allies=allies, count=len(allies))
    # An ally that forbids copies has come after those that were played.
    has_copies = any(card.copy > 1 for _, card in chosen.plays)
    yield from (*played, revealed) if has_copies else (revealed, *played)
    for seat, cards in chosen.backs:
        yield Event(Happening.TOOK_BACK, seat, cards=cards, count=len(cards))


def _split_by_owner(table: Table, cards: Cards) -> list[Cards]:
    """Return the white cards of each seat among cards, and the cards that are not white."""
    owners = (*range(table.players), None)
    return [tuple(card for card in cards if _owner_of(table, card) == owner) for owner in owners]


def _whites_before(table: Table) -> int:
    """Return the number of white cards that left the game before the season."""
    return table.players * table.season_index * table.variant.is_advanced


def _find_returner(table: Table, returned: Cards) -> int:
    """Return the leader who can have taken cards of this round back into the hand."""
    seats = {seat for seat, card in table.plays if card in returned}
    able = [
        seat
        for seat in (*seats, *range(table.players))
        if table.knelt[seat] and table.hand_sizes[seat] >= len(returned)
    ]
    return min(able, key=lambda seat: len(table.piles[seat]), default=0)


def _owner_of(table: Table, card: Card) -> int | None:
    """Return the seat that was dealt a white card; None for other cards."""
    leader = table.box.entry(card).leader
    if not table.variant.is_advanced or leader not in table.leaders:
        return None
    return table.leaders.index(leader)


def _find_thefts(
    table: Table, plays: tuple[tuple[int, Card], ...], hands: Sequence[Cards | None]
) -> Iterator[tuple[int, int]]:
    """Yield a taker for each leader whose hand is known and whose white card is nowhere."""
    lying = [card for _, card in plays] + [*table.removed[_whites_before(table) :]]
    for seat, hand in enumerate(hands):
        seen = [*lying, *(hand or ())]
        if hand is not None and all(_owner_of(table, card) != seat for card in seen):
            others = [other for other in range(table.players) if other != seat]
            # In a known hand, it would have been seen.
            yield max(others, key=lambda it: (hands[it] is None, table.hand_sizes[it])), seat
