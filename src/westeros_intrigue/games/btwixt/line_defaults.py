"""The parts that a line leaves out: things in their usual order, and events that explain them.

Cards, allies and tokens that a line does not name lie in the order of the box. The state that it
describes has a log, which explains where hidden cards may be.

Rules: info.public, info.hand, info.returned, info.taken, box.copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from westeros_intrigue.gamekit.agenda import Steps
from westeros_intrigue.games.btwixt import abilities, seasons
from westeros_intrigue.games.btwixt.box import Box
from westeros_intrigue.games.btwixt.cards import Card, Cards, Ids, Kind, shared_card
from westeros_intrigue.games.btwixt.chance import cards_of
from westeros_intrigue.games.btwixt.happenings import Event, Happening
from westeros_intrigue.games.btwixt.operations import Timing
from westeros_intrigue.games.btwixt.questions import AnyQuestion, Question
from westeros_intrigue.games.btwixt.state import GameState, Position
from westeros_intrigue.games.btwixt.table import Table

T = TypeVar("T")


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


def explain_cards(  # noqa: PLR0912 - a step a kind of event
    table: Table, hands: Sequence[Cards | None]
) -> Iterator[Event]:
    """Yield events of the season that explain where the cards are.

    White cards come from the hands of their leaders; who has more cards than were dealt has
    taken them from others, unseen.
    """
    players, variant = table.players, table.variant
    size = variant.hand_size + variant.is_advanced
    for seat in range(players):
        yield Event(Happening.DEALT, seat, count=size, viewers=())
    lying = {card for pile in table.piles for card in pile} | {table.played}
    returned = tuple(card for _, card in table.plays if card not in lying)
    back = _find_returner(table, returned)
    lost = [size - held for held in table.hand_sizes]
    lost[back] += len(returned)
    taken = list[tuple[int, int]]()
    for seat, _ in table.plays:
        lost[seat] -= 1
    held = [(seat, card) for seat, hand in enumerate(hands) for card in hand or ()]
    for seat, card in (*table.plays, *held):
        owner = _owner_of(table, card)
        if owner not in {None, seat}:
            taken.append((seat, owner or 0))
    if variant.is_advanced:
        # A hand of cards that all players saw come has no others.
        known = [
            returned if seat == back and table.hand_sizes[seat] == len(returned) else hand
            for seat, hand in enumerate(hands)
        ]
        taken += _find_thefts(table, known)
    for taker, victim in taken:
        lost[taker] += 1
        lost[victim] -= 1
    earlier = players * table.season_index * variant.is_advanced
    given = [list[Card]() for _ in range(players)]
    others = list[Card]()
    for card in (*table.discard, *table.removed[earlier:]):
        owner = _owner_of(table, card)
        if owner is None:
            others.append(card)
        else:
            given[owner].append(card)
            lost[owner] -= 1
    for taker in range(players):
        while lost[taker] < 0:
            victim = lost.index(max(lost))
            lost[victim] -= 1
            lost[taker] += 1
            taken.append((taker, victim))
    for taker, victim in taken:
        yield Event(Happening.TOOK, taker, victim, count=1, viewers=())
    for seat, count in enumerate(lost):
        cards, others = (*given[seat], *others[:count]), others[count:]
        if cards:
            yield Event(Happening.DISCARDED, seat, cards=cards, count=len(cards))
    played = (Event(Happening.PLAYED, seat, cards=(card,), count=1) for seat, card in table.plays)
    allies = () if table.revealed is None else (table.revealed,)
    revealed = Event(Happening.REVEALED, table.first_player, allies=allies, count=len(allies))
    # An ally that forbids copies has come after those that were played.
    has_copies = any(card.copy > 1 for _, card in table.plays)
    yield from (*played, revealed) if has_copies else (revealed, *played)
    if returned:
        cards = tuple(shared_card(card.id) for card in returned)
        yield Event(Happening.TOOK_BACK, back, cards=cards, count=len(cards))


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


def _find_thefts(table: Table, hands: Sequence[Cards | None]) -> Iterator[tuple[int, int]]:
    """Yield a taker for each leader whose hand is known and whose white card is nowhere."""
    earlier = table.players * table.season_index
    lying = [card for _, card in table.plays] + [*table.removed[earlier:]]
    for seat, hand in enumerate(hands):
        seen = [*lying, *(hand or ())]
        if hand is not None and all(_owner_of(table, card) != seat for card in seen):
            others = [other for other in range(table.players) if other != seat]
            yield max(others, key=table.hand_sizes.__getitem__), seat
