"""Views from documents: the game is replayed as the viewer saw it.

A view follows from the events that its viewer saw. The rules replay them in a working copy in which
cards that the viewer did not see are unknown. Each event that follows from the rules must be the
next one in the log, which names the cards and allies hidden until then. A document of a view is
therefore accepted only if its log leads to it, and if a world with this view can be drawn.

A world can be given a past, with the cards in the events that only other seats saw. A season's log
names the seats that saw more of an event. An arrangement of the hidden cards shows where each card
was after the deal, and which cards were taken unseen. The packs passed on and the hands shown later
follow from these when the season is replayed.

Rules: info.public, info.hand, info.memory, info.taken, info.draft, info.ally-deck.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, check_source, choose, shuffle
from westeros_intrigue.gamekit.errors import DecodingError, InvalidValue, PlacedFault, faults_at
from westeros_intrigue.gamekit.values import check_type, replace_item
from westeros_intrigue.games.btwixt.knowledge import worlds
from westeros_intrigue.games.btwixt.knowledge.clues import DEALT, packs
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Numbers, shared_card
from westeros_intrigue.games.btwixt.pieces.chance import Chance, undrawn_chance
from westeros_intrigue.games.btwixt.position import moves
from westeros_intrigue.games.btwixt.position.happenings import Event, Events, Happening
from westeros_intrigue.games.btwixt.position.moves import Move
from westeros_intrigue.games.btwixt.position.state import (
    GameState,
    View,
    add_sights,
    check_seat,
    sort_hand,
)
from westeros_intrigue.games.btwixt.position.table import Table, find_opener
from westeros_intrigue.games.btwixt.position.working_copy import WorkingCopy
from westeros_intrigue.games.btwixt.telling.line_defaults import allies_out, explain_alike
from westeros_intrigue.games.btwixt.telling.position_lines import read_position
from westeros_intrigue.games.btwixt.turns import abilities, questions
from westeros_intrigue.games.btwixt.turns.game import check_leaders, lay_table, observe
from westeros_intrigue.games.btwixt.turns.seasons import Pick, direction

_WITHOUT_CARD: dict[Happening, Move] = {
    Happening.KNELT: moves.Kneel(),
    Happening.SKIPPED: moves.Skip(),
    Happening.DECLINED: moves.Decline(),
}
"""The moves that are always alike, by their events."""
_UNKNOWN: Final = Card("?")
"""A card that the viewer has not seen; no box has its id."""
_MOST_ATTEMPTS: Final = 5
"""The most attempts to draw a past; the first may fail after many cards were taken unseen."""


def check_view(view: View) -> None:
    """Raise DecodingError with the places of the faults of a view to which no game leads."""
    with faults_at():
        if view.player is not None:
            check_seat(view, view.player)
        found = replay(view)
        places = [*_differences("/table", view.table, found.table)]
        if places := places or [*_differences("", view, found)]:
            raise DecodingError(places)
        determinize(view, random.Random(0))  # noqa: S311 - any world will do


def _differences(path: str, value: Table | View, right: Table | View) -> Iterator[PlacedFault]:
    for field in attrs.fields(type(right)):
        if field.eq and getattr(value, field.name) != getattr(right, field.name):
            yield f"{path}/{field.name}", "the events that were seen lead to another value"


def replay(view: View) -> View:
    """Return the view that results from the events of a view.

    Raises:
        InvalidValue: no game has these events.
    """
    game = _Replay(view, _events_for(view), random.Random(0))  # noqa: S311 - as above
    return observe(game.freeze(), view.player)


def determinize(view: View, rng: RandomSource, *, with_past: bool = False) -> GameState:
    """Return a state that agrees with the view, for search; it has no record and no JSON.

    States are drawn with their likelihood, assuming that leaders who play, discard, draft or take a
    card choose at random among the cards of the hand or pack that the rules allow.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 1)
    >>> observe(determinize(view, random.Random(1)), 1) == view
    True
    >>> world = determinize(view, random.Random(1), with_past=True)
    >>> observe(world, 0).log[0].cards == world.hands[0]  # the cards dealt to player 0
    True

    Args:
        view: the knowledge of a seat or a spectator.
        rng: the source of chance.
        with_past: True to draw also all that other seats saw earlier, which takes much longer.
            Otherwise, they remember only public events.

    Raises:
        InvalidValue: no state has this view; or a past is wanted of a game that began with the
            position of a line.

    Rules: info.memory, setup.chance.
    """
    check_type("view", view, View)
    check_source(rng)
    if not with_past:
        return next(worlds.worlds(view, rng))
    if view.start:
        raise InvalidValue(
            f"a game that began with the position of a line has no past: {view!r}. Draw a world "
            "without it"
        )
    events = _events_for(view)
    first, world = _draw_past(view, events, rng)
    # Once more, now that every event is known: the rules confirm that they lead to this world.
    known = add_sights(events, first.past_sights + first.sights)
    second = _Replay(view, known, rng, dict(world.answers))
    return attrs.evolve(
        world,
        past_sights=second.past_sights,
        sights=second.sights,
        blocks=second.blocks,
        ally_deck=second.ally_deck,
        looked_at=second.looked_at,
        put_back=second.put_back,
        asides=second.asides,
        starts=(),
    )


def _draw_past(view: View, events: Events, rng: RandomSource) -> tuple[_Replay, GameState]:
    """Return a replay of a view's events, and a world to which it leads, after a few attempts.

    Raises:
        InvalidValue: no attempt found a game.
    """
    attempts = 0
    while True:
        attempts += 1
        try:
            replayed = _Replay(view, events, rng)
            return replayed, replayed.complete(view)
        except InvalidValue:
            if attempts == _MOST_ATTEMPTS:
                raise


def _events_for(view: View) -> Events:
    """Return the events of the game, as the viewer saw them."""
    public, sights = view.table.past + view.table.log, view.past_sights + view.sights
    for number, event in sights:
        if not 0 <= number < len(public) or view.player not in (event.viewers or ()):
            raise InvalidValue("the viewer did not see that event")
    return add_sights(public, sights)


def _hide(orders: tuple[Cards, ...]) -> tuple[Cards, ...]:
    return tuple((_UNKNOWN,) * len(order) for order in orders)


def _lay_table(view: View, seen: Events, rng: RandomSource) -> GameState:
    """Return the table before the first event, with hidden cards."""
    table = view.table
    given = not any(event.happening is Happening.LEADER for event in seen)
    leaders = None
    if given and None not in table.leaders:
        leaders = check_leaders(map(str, table.leaders), table.players, table.box)
    chance = _draw_hidden_chance(table, table, seen, rng)
    return lay_table(table.players, table.box, table.variant, chance, find_opener(table), leaders)


def _draw_hidden_chance(table: Table, last: Table, coming: Events, rng: RandomSource) -> Chance:
    """Return random outcomes with hidden cards, and with the allies as they come in the events.

    The values of tokens are as the last table shows them.
    """
    drawn = undrawn_chance(table.players, table.box, table.variant)
    # Allies leave the deck in the order in which events name them; leaders have other ids.
    allies = {*drawn.allies}
    named = dict.fromkeys([*_allies_in(coming), *shuffle(drawn.allies, rng)])
    return attrs.evolve(
        drawn,
        allies=tuple(ally for ally in named if ally in allies),
        tokens=worlds.token_values(last, rng),
        influence=_hide(drawn.influence),
        leader_cards=_hide(drawn.leader_cards),
    )


def _lay_start(view: View, seen: Events, rng: RandomSource) -> GameState:
    """Return the position at which the game of a view began, with hidden cards.

    Raises:
        NotationError: no game leads to the line.
        InvalidValue: other events explain where the cards of the line are.
    """
    start, player, players = _read_start(view), view.player, view.players
    events = tuple(explain_alike(start.table, seen))
    if events != seen[: len(events)]:
        raise InvalidValue("the first events must explain the position of `start`")
    table = attrs.evolve(start.table, log=events)
    if isinstance(table.asking, Pick):
        # All pick at once, so those who have picked before can pick again.
        first, *others = table.turn_order
        table = attrs.evolve(table, agenda=(Pick(first, tuple(others)), *table.agenda[1:]))
    hands, packs, asides = (
        [(_UNKNOWN,) * size for size in sizes]
        for sizes in (table.hand_sizes, table.pack_sizes, table.aside_sizes)
    )
    for seat, hand in start.shown_hands:
        hands[seat] = hand
    blocks = [start.common_blocks] * (players + 1)
    if player is not None:
        hands[player], packs[player], asides[player] = start.hand, start.pack, start.aside
        blocks[player] = start.blocks
    chance = _draw_hidden_chance(table, view.table, seen[len(events) :], rng)
    away = {*allies_out(table), *table.row, *start.put_back, *start.looked_at}
    allies = tuple(ally for ally in chance.allies if ally not in away)
    put_back, looked_at = start.put_back, start.looked_at
    if not put_back and not looked_at:  # another looks at them
        back, looked = table.put_back_size, table.put_back_size + table.looked_at_size
        put_back, looked_at, allies = allies[:back], allies[back:looked], allies[looked:]
    return GameState(
        table=table,
        hands=tuple(hands),
        packs=tuple(packs),
        asides=tuple(asides),
        deck=(_UNKNOWN,) * table.deck_size,
        ally_deck=allies,
        looked_at=looked_at,
        put_back=put_back,
        blocks=tuple(blocks),
        sights=(),
        chance=chance,
        moves=(),
        given_leaders=True,
        starts=(view.start,) * (players + 1),  # only the viewer's is asked for
    )


def _read_start(view: View) -> View:
    """Return the view with which the game of a view began.

    Raises:
        NotationError: no game leads to the line.
        InvalidValue: it is not a line of the viewer, as `format_position` writes it.
    """
    with faults_at("start"):
        start = read_position(view.start, view.box)
        if not isinstance(start, View) or (start.player, start.start) != (view.player, view.start):
            raise InvalidValue("a view begins with the viewer's line, as format_position writes it")
        return start


class _Replay(WorkingCopy):
    """A game replayed from the events that a viewer saw, all of them."""

    # Unlike the parts of the game, they are not in its `__dict__`, so `freeze` leaves them behind.
    __slots__ = ("answers_now", "is_open", "played", "rng", "seen", "view")

    def __init__(
        self,
        view: View,
        seen: Events,
        rng: RandomSource,
        answers: Mapping[int | None, Move] | None = None,
    ) -> None:
        """Replay the events: each is complete if the answers of all seats are given."""
        super().__init__(_lay_start(view, seen, rng) if view.start else _lay_table(view, seen, rng))
        self.view = view
        self.rng = rng
        self.seen = seen
        """The events of the game, as the viewer saw them."""
        self.played = len(self.table.log)
        """The number of events replayed."""
        self.is_open = answers is not None
        """True if every event is known."""
        self.answers_now: Mapping[int | None, Move | None] = answers or {view.player: view.answer}
        """The known answers of seats that have answered while others still decide."""
        self.run()
        while (question := questions.question_of(self)) and (move := self.find_answer(question)):
            seat, answer = move
            if not question.allows(self.table, question.see_hidden(self, seat), answer):
                raise InvalidValue(f"the rules refuse what seat {seat} did: {answer}")
            self.answer(seat, answer)
        if self.played < len(seen):
            raise InvalidValue("the last events cannot follow those before them")

    def complete(self, view: View) -> GameState:
        """Draw a world of a view of the season, and complete the sights of the season."""
        return worlds.world_of(view, self.arrange(view), self.rng)

    def arrange(self, view: View) -> worlds.Laid:
        """Draw the hidden cards of a view of the season, and complete the sights of the season."""
        arrangement = next(worlds.arrangements(view, self.rng))
        if self.sights:
            hidden = _HiddenCards(view, arrangement, self.rng)
            self.sights = tuple((number, hidden.complete(event)) for number, event in self.sights)
        return arrangement

    def sees(self, viewers: Numbers | None) -> bool:
        """Return whether all of an event is known that some seats saw."""
        return viewers is not None and (self.is_open or self.view.player in viewers)

    @property
    def following(self) -> Event:
        """The next event that the viewer saw."""
        # Simultaneous answers become events at once.
        number = self.played + len(self.answers)
        if number >= len(self.seen):
            raise InvalidValue("more must have happened after the last event")
        return self.seen[number]

    def note(self, *parts: Any, **named: Any) -> None:  # noqa: ANN401 - those of the base class
        """Make an event, and replay it as the next one that the viewer saw."""
        log = self.table.log
        super().note(*parts, **named)
        if named.get("viewers") is None:  # which has been logged without `log_event`
            event, self.table.log = self.table.log[-1], log
            self.log_event(event)

    def log_event(self, event: Event) -> None:
        """Replay the next event, which reveals the cards that it names."""
        following, is_seen = self.following, self.sees(event.viewers)
        if is_seen and len(following.cards) == len(event.cards):
            if _UNKNOWN in following.cards:
                following = attrs.evolve(following, cards=event.cards)
            elif (Counter(event.cards) - Counter(following.cards)).keys() == {_UNKNOWN}:
                event = attrs.evolve(event, cards=following.cards)
        super().log_event(event)
        if following != (event if is_seen else self.table.log[-1]):
            raise InvalidValue(f"event {self.played} cannot follow those before it")
        self.played += 1
        player, other, cards = event.player, event.other, event.cards
        if event.happening is Happening.SAW_HAND and other is not None and is_seen:
            self.set_hand(other, cards)
        elif event.happening in DEALT and player is not None:
            known = cards if is_seen else (_UNKNOWN,) * len(cards)
            if known != sort_hand(shared_card(card.id) for card in known):
                raise InvalidValue("a hand that was dealt is sorted by id, without numbers")
            if self.packs[player]:
                self.set_packs(replace_item(self.packs, player, known))
            else:
                self.set_hand(player, known)

    def close_log(self) -> None:
        if not self.is_open:
            # All hands are open now, so the season as a whole must have been possible.
            state = WorkingCopy(self).freeze()
            self.arrange(observe(state, self.view.player))
        super().close_log()

    def learn(self, seat: int, cards: Cards) -> None:
        """Replace unknown cards of a hand with cards that it turns out to have."""
        if len(cards) == 1 and cards[0] in self.hands[seat]:
            return  # as nearly always
        hand = list(self.hands[seat])
        for card in (Counter(cards) - Counter(hand)).elements():
            if _UNKNOWN not in hand:
                raise InvalidValue(f"seat {seat} does not have {card}")
            hand[hand.index(_UNKNOWN)] = card
        self.set_hand(seat, sort_hand(hand))

    def take_unseen(self, taker: int, victim: int, card: Card) -> None:
        named = self.following.cards
        if named:
            card = named[0]
            self.learn(victim, (card,))
        else:
            card = _UNKNOWN
            self.set_hand(victim, (card,) * len(self.hands[victim]))
        super().take_unseen(taker, victim, card)

    def discard_from_hand(self, seat: int, cards: Cards, allies: Ids = ()) -> None:
        if cards:
            named = self.following.cards
            if len(named) != len(cards):
                raise InvalidValue(f"seat {seat} discards other cards")
            self.learn(seat, named)
            cards = named
        super().discard_from_hand(seat, cards, allies)

    def find_answer(self, question: questions.AnyQuestion) -> tuple[int, Move] | None:
        """Return the seat that answers a question, with its answer; None if it is still open."""
        seat, is_at_end = question.seat, self.played == len(self.seen)
        if isinstance(question, abilities.PutBack):
            done = len(self.put_back)
            if is_at_end and done == self.view.table.put_back_size:
                return None
            # They will leave the deck in the order in which events name them.
            coming = chain(_allies_in(self.seen[self.played :]), self.view.put_back)
            following = next((ally for ally in coming if ally in self.looked_at), None)
            return seat, moves.choice(ally=following or choose(self.looked_at, self.rng))
        if is_at_end:
            return self._find_pick(question)
        event = self.following
        if event.happening in _WITHOUT_CARD:
            return seat, _WITHOUT_CARD[event.happening]
        card = shared_card(event.cards[0].id) if event.cards else _UNKNOWN
        if isinstance(question, questions.HandQuestion) and not isinstance(question, Pick):
            holder = question.leader if isinstance(question, abilities.Take) else seat
            if event.cards and event.player == seat:
                self.learn(holder, (card,))
            elif holder != seat:
                card = self.hands[holder][0]
        return seat, question.make_move(question.recall(event, card))

    def _find_pick(self, question: questions.AnyQuestion) -> tuple[int, Move] | None:
        """Return a pick of which no event tells, since others still decide; None if all do."""
        if isinstance(question, Pick):
            for seat in question.deciders:
                if seat not in self.view.deciders:
                    return seat, self.answers_now.get(seat) or moves.Draft(_UNKNOWN)
        return None


def _allies_in(events: Events) -> Iterator[str]:
    """Return the allies that events name, in order."""
    return (ally for event in events for ally in event.allies)


class _HiddenCards:
    """The cards dealt, drafted and taken in a season, as they are arranged."""

    def __init__(self, view: View, arrangement: worlds.Laid, rng: RandomSource) -> None:
        """Deal the cards, and draw the order in which others drafted theirs.

        Args:
            view: the view at the end of the season, or now.
            arrangement: the arrangement of the cards.
            rng: the source of chance.
        """
        self.players = view.players
        self.pools, taken_unseen = arrangement.deal()
        """The cards of each pool by the place to which they were dealt."""
        self.picks = _order_of_picks(view, self.pools, rng) if view.variant.is_drafted else []
        """The cards of each pack in the order in which they were drafted; empty without a draft."""
        self.direction = direction(view.table)
        self.taken_unseen = iter(taken_unseen)
        """The cards taken unseen, in order, that have not been in an event."""
        self.turns = Counter[int]()
        """The number of cards that each seat has drafted."""

    def complete(self, event: Event) -> Event:
        """Return the next event that only some seats saw, with its cards."""
        seat, is_unknown = event.player or 0, _UNKNOWN in event.cards
        card_ids = [card.id for card in event.cards]
        match event.happening:
            case Happening.DEALT if is_unknown:
                card_ids = sorted(self.picks[seat] if self.picks else self.list_dealt_to(seat))
            case Happening.DRAFTED:
                turn = self.turns[seat]
                self.turns[seat] += 1
                if is_unknown:
                    first_holder = (seat - self.direction * turn) % self.players
                    card_ids = [self.picks[first_holder][turn]]
            case Happening.TOOK if is_unknown:
                card_ids = [next(self.taken_unseen)]
        return attrs.evolve(event, cards=tuple(map(shared_card, card_ids)))

    def list_dealt_to(self, seat: int) -> Iterator[str]:
        """Yield the cards dealt to a seat."""
        return chain.from_iterable(cards.get(seat, ()) for cards in self.pools)


def _order_of_picks(
    view: View, dealt: list[dict[int, list[str]]], rng: RandomSource
) -> list[list[str]]:
    """Draw the order in which the cards of each pack were drafted.

    `dealt` has, for each pool of `pools`, the cards in each place.
    """
    *seen_pools, unseen_pool = [
        {place: [*shuffle(cards, rng)] for place, cards in pool.items()} for pool in dealt
    ]
    pools_in_order = iter(seen_pools)
    orders: list[list[str]] = []
    for parts in packs(view):
        order: list[str] = []
        for part in parts:
            if part.cards is None or part.places:
                pool = unseen_pool if part.cards is None else next(pools_in_order)
                order += [pool[place].pop() for place in part.places]
            else:
                order += part.cards.elements()
        orders.append(order)
    return orders
