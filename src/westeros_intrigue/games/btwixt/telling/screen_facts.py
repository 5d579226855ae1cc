"""The facts of a view that the game's screen on the page shows, as one typed value.

The screen has no rules: it draws the ring, the bids and the hand from these facts, and finds the
moves for what a player touches among `ScreenFacts.options`. Everything follows from the view, so no
fact shows what its seat cannot see.

Rules: info.public, info.tokens, info.hand, claim.ranking, score.small, score.ranking.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import attrs

from westeros_intrigue.gamekit.values import check_type, replace_item
from westeros_intrigue.games.btwixt.pieces import cards
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Numbers
from westeros_intrigue.games.btwixt.pieces.operations import (
    Ability,
    Colour,
    Onto,
    Operation,
    Timing,
)
from westeros_intrigue.games.btwixt.position.happenings import Event, Happening
from westeros_intrigue.games.btwixt.position.moves import (
    Choose,
    ChooseLeader,
    Draft,
    Kneel,
    Move,
    Play,
)
from westeros_intrigue.games.btwixt.position.state import View
from westeros_intrigue.games.btwixt.position.table import (
    Council,
    DecidedBy,
    Phase,
    Table,
)
from westeros_intrigue.games.btwixt.telling.screen_values import (
    AbilityFacts,
    AllyFacts,
    AskedFacts,
    BarredFacts,
    BidFacts,
    CardFacts,
    CouncilFacts,
    CurrentFacts,
    DraftFacts,
    EffectFacts,
    EndFacts,
    HandFacts,
    LeaderCardFacts,
    LeaderFacts,
    LostBidFacts,
    OptionFacts,
    PartingFacts,
    PileCard,
    PlaceFacts,
    PowerFacts,
    ScreenFacts,
    TargetFacts,
    ToldFacts,
)
from westeros_intrigue.games.btwixt.turns import seasons
from westeros_intrigue.games.btwixt.turns.abilities import AllyMove, BidCard, PlaceAlly
from westeros_intrigue.games.btwixt.turns.game import legal_moves
from westeros_intrigue.games.btwixt.turns.questions import sort_powers

_MOST_CLOSEST = 3
"""The number of lost bids that the end tells."""


def screen_facts(view: View) -> ScreenFacts:
    """Return the facts of a view that the screen shows.

    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> facts = screen_facts(observe(setup(3, seed=1, leaders=leaders), 0))
    >>> facts.leaders[1].leader, facts.current[0].ally, facts.asked.kind
    ('Tyrion Lannister', 'ilyn-payne', DecisionKind.TURN)

    Raises:
        WrongType: `view` is not a View.

    Rules: info.public, info.hand.
    """
    check_type("view", view, View)
    table = view.table
    seen = _Seen(table.box)
    powers = _powers(table, table.councils)
    told = tuple(_event(seen, event) for event in _round_events(view))
    facts = ScreenFacts(
        viewer=view.player,
        phase=table.phase,
        seasons=table.variant.seasons(table.players),
        season=table.season,
        round_number=table.round_number,
        rounds=table.players + 1,
        first_player=table.first_player,
        leaders=tuple(_leader(seen, table, powers, seat) for seat in range(table.players)),
        councils=tuple(
            CouncilFacts(seen.all_allies(council.allies), powers[number], _values(table, number))
            for number, council in enumerate(table.councils)
        ),
        current=tuple(
            CurrentFacts(seen.ally(each.ally), len(each.tokens), each.extra)
            for each in table.current
        ),
        ranking=table.bid.ranking if table.bid else _ranking(table),
        bid=_bid(table),
        asked=_question(seen, table),
        options=tuple(_option(seen, view, powers, move) for move in legal_moves(view)),
        barred=tuple(_find_barred(seen, view)),
        hand=seen.by_value(view.hand),
        pack=seen.by_value(view.pack),
        aside=seen.all_cards(view.aside),
        shown_hands=tuple(HandFacts(seat, seen.by_value(hand)) for seat, hand in view.shown_hands),
        looked_at=seen.all_allies(view.looked_at),
        put_back=seen.all_allies(view.put_back),
        row=seen.all_allies(table.row),
        dead=seen.all_allies(table.dead),
        draft=_draft(seen, view) if table.phase is Phase.DRAFTING else None,
        told=told,
        end=_end(seen, view) if table.final else None,
        supply=len(table.supply),
        deck_size=table.deck_size,
        discard_size=len(table.discard),
        has_inventions=table.box.sample,
        cards=(),
        allies=(),
        leader_cards=(),
    )
    return attrs.evolve(
        facts,
        cards=tuple(_card(table.box, each) for each in sorted(seen.cards)),
        allies=tuple(_ally(table.box, each) for each in sorted(seen.allies)),
        leader_cards=tuple(
            LeaderCardFacts(option.leader, table.box.names[option.leader])
            for option in facts.options
            if option.leader
        ),
    )


class _Seen:
    """The cards and allies that facts name, collected while they are made."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.cards: set[str] = set()
        self.allies: set[str] = set()

    def card(self, card: Card) -> str:
        self.cards.add(card.id)
        return card.id

    def all_cards(self, them: Iterable[Card]) -> Ids:
        return tuple([self.card(each) for each in them])

    def by_value(self, them: Cards) -> Ids:
        value = self._box.value
        return self.all_cards(sorted(them, key=lambda card: (value(card), card.id)))

    def ally(self, ally: str) -> str:
        self.allies.add(ally)
        return ally

    def all_allies(self, them: Iterable[str]) -> Ids:
        return tuple([self.ally(each) for each in them])


@lru_cache(512)
def _card(box: Box, card_id: str) -> CardFacts:
    entry = box.entry(card_id)
    abilities = entry.abilities or ()
    line, short = next(filter(None, map(_lines, abilities)), ("", ""))
    return CardFacts(
        id=card_id,
        title=entry.title,
        colour=entry.colour or Colour.WHITE,
        value=entry.value or 0,
        line=line,
        short=short,
        abilities=tuple(map(_ability, abilities)),
        is_protected=card_id not in box.movable,
    )


@lru_cache(512)
def _ally(box: Box, ally_id: str) -> AllyFacts:
    entry = box.ally(ally_id)
    abilities = tuple(map(_ability, entry.abilities or ()))
    return AllyFacts(ally_id, entry.name, entry.power or 0, abilities)


def _ability(ability: Ability) -> AbilityFacts:
    may = "you may " * ability.may
    return AbilityFacts(ability.timing.sentence, may + ability.do.in_words(ability))


_LINES = {
    Operation.MOVE_BID_CARD: ("Take a card from a pile", "Take a card"),
    Operation.PROTECT_SELF: ("Nobody can take it", "Safe"),
    Operation.MOVE_TOKEN: ("Move a token across", "Move token"),
    Operation.WATCH_HAND: ("See another hand", "See a hand"),
    Operation.SKIP_TURNS: ("Wait, then play at once", "Wait"),
    Operation.TO_PILE_OF: ("Goes to another's pile", "Give away"),
    Operation.TO_HAND: ("Comes back to your hand", "Comes back"),
    Operation.PLACE_SHARED: ("Binds neighbours", "Bind"),
    Operation.LOOK_AND_TAKE: ("Take a card of a hand", "Take a card"),
    Operation.LOOK_ALLIES: ("Look at the next allies", "Look ahead"),
    Operation.DISCARD: ("Cards are discarded", "Discard"),
    Operation.GAIN_TOKEN: ("Gain a token", "Gain token"),
    Operation.KILL_CURRENT: ("Kill the current ally", "Kill ally"),
    Operation.INTRODUCE: ("Reveal one more ally", "New ally"),
}
"""The operations of influence cards in at most 24 and at most 12 letters."""


def _lines(ability: Ability) -> tuple[str, str]:
    """Return an ability of an influence card in a few words, and in fewer."""
    if ability.do is Operation.TO_HAND and ability.unless_winner:
        return "Back to hand if you lose", "Back if lost"
    if ability.do is Operation.GAIN_TOKEN and ability.onto is Onto.CURRENT:
        return "A token onto the ally", "Add token"
    return _LINES.get(ability.do, ("", ""))


def _powers(table: Table, councils: Sequence[Council]) -> tuple[PowerFacts, ...]:
    """Return the power of each council, with the least and the most that its tokens can add.

    Rules: score.council, components.tokens, info.tokens.
    """
    box = table.box
    known = table.token_values
    numbers = sorted(box.token_values)
    powers: list[PowerFacts] = []
    for index, council in enumerate(councils):
        allies = table.power_of(council.allies)
        count = len(council.tokens)
        low = sum(known[index]) if known else sum(numbers[:count])
        high = sum(known[index]) if known else sum(numbers[len(numbers) - count :])
        powers.append(PowerFacts(allies, count, allies + low, allies + high))
    return tuple(powers)


def _small(powers: Sequence[PowerFacts], seat: int) -> tuple[Numbers, bool]:
    """Return the councils that seem the weaker of a leader's two, and whether that is sure.

    Rules: score.small.
    """
    one, other = cards.councils_of(seat, len(powers))
    first, second = powers[one], powers[other]
    middle = (first.least + first.most) - (second.least + second.most)
    if middle == 0:
        return (one, other), first.least == second.most and second.least == first.most
    small, large = (one, other) if middle < 0 else (other, one)
    return (small,), powers[small].most <= powers[large].least


def _leader(seen: _Seen, table: Table, powers: Sequence[PowerFacts], seat: int) -> LeaderFacts:
    small, is_sure = _small(powers, seat)
    pile = table.piles[seat]
    drafting = table.phase is Phase.DRAFTING
    return LeaderFacts(
        leader=table.box.names.get(table.leaders[seat] or "", ""),
        hand_size=(table.pack_sizes if drafting else table.hand_sizes)[seat],
        pile=tuple(PileCard(seen.card(card), card.copy) for card in pile),
        total=table.box.total(pile),
        has_knelt=table.knelt[seat],
        small=small,
        is_sure=is_sure,
    )


def _values(table: Table, number: int) -> Numbers:
    return table.token_values[number] if table.token_values else ()


def _ranking(table: Table) -> Numbers:
    """Return the seats as the bid would rank them if all knelt now (rule claim.ranking)."""
    totals = tuple(map(table.box.total, table.piles))
    return tuple(sorted(table.turn_order, key=totals.__getitem__, reverse=True))


def _bid(table: Table) -> BidFacts | None:
    bid = table.bid
    if bid is None:
        return None
    able = table.box.able[Operation.PLACE_SHARED]
    around = cards.neighbours(bid.winner, table.players)
    binding = tuple(sum(card.id in able for card in table.piles[seat]) for seat in around)
    return BidFacts(bid.totals, bid.ranking, bid.bound_council, binding)


def _question(seen: _Seen, table: Table) -> AskedFacts | None:
    asking = table.asking
    if asking is None:
        return None
    # Each kind of question has some of these; all of them are public.
    card, ally = getattr(asking, "card", None), getattr(asking, "ally", None)
    return AskedFacts(
        kind=asking.KIND,
        heading=asking.KIND.heading,
        seats=asking.deciders,
        card="" if card is None else seen.card(card),
        ally="" if ally is None else seen.ally(ally),
        leader=getattr(asking, "leader", None),
        count=getattr(asking, "count", None),
    )


def _option(seen: _Seen, view: View, powers: Sequence[PowerFacts], move: Move) -> OptionFacts:
    table, player = view.table, view.player
    card = move.card if isinstance(move, Choose | Draft | Play) else None
    ally = move.ally if isinstance(move, Choose) else None
    total = None
    if player is not None and isinstance(move, Play | Kneel):
        total = table.box.total(table.piles[player])
        total += table.box.value(move.card) if isinstance(move, Play) else 0
    return OptionFacts(
        move=str(move),
        card="" if card is None else seen.card(card),
        copy=0 if card is None else card.copy,
        leader=(move.leader or "") if isinstance(move, ChooseLeader) else "",
        ally="" if ally is None else seen.ally(ally),
        seat=move.seat if isinstance(move, Choose) else None,
        council=move.council if isinstance(move, Choose) else None,
        to=move.to if isinstance(move, Choose) else None,
        total=total,
        targets=tuple(_targets(view, move)) if isinstance(move, Play) else (),
        effects=tuple(_effects(view, powers, move)) if isinstance(move, Choose) else (),
    )


def _targets(view: View, move: Play) -> Iterator[TargetFacts]:
    """Yield the cards in piles that a card of the hand can take.

    Rules: effect.you-pile, card.decree.
    """
    taking = [
        ability
        for ability in view.box.abilities(move.card.id, Timing.ON_PLAY)
        if ability.do is Operation.MOVE_BID_CARD
    ]
    if not taking or view.player is None:
        return
    for answer in BidCard(view.player, taking[0], move.card).answers(view.table, ()):
        if isinstance(answer, Choose) and answer.card is not None and answer.seat is not None:
            card = answer.card
            yield TargetFacts(str(answer), answer.seat, card.id, card.copy)


def _effects(view: View, powers: Sequence[PowerFacts], move: Choose) -> Iterator[EffectFacts]:
    """Yield the effects of an answer on the small councils of the leaders around the councils.

    Rules: score.small, token.on-ally.
    """
    table, seat = view.table, view.player
    councils, concerned = table.councils, list[int]()
    asking = table.asking
    here = move.council
    if here is not None and move.to is not None:
        moved = councils[here].tokens[-1:]
        councils = _with_council(councils, here, lambda it: Council(it.allies, it.tokens[:-1]))
        councils = _with_council(
            councils, move.to, lambda it: Council(it.allies, it.tokens + moved)
        )
        concerned = [here, move.to]
    elif here is not None and isinstance(asking, PlaceAlly):
        ally = asking.ally
        [tokens] = [each.tokens for each in table.current if each.ally == ally] or [()]
        councils = _with_council(
            councils, here, lambda it: Council((*it.allies, ally), it.tokens + tokens)
        )
        concerned = [here]
    elif here is not None:
        gained = table.supply[:1]
        councils = _with_council(councils, here, lambda it: Council(it.allies, it.tokens + gained))
        concerned = [here]
    elif move.ally is not None and isinstance(asking, AllyMove):
        came = move.ally
        left, joined = table.council_of(came), table.council_of(asking.ally)
        if left is not None and joined is not None:
            councils = _with_council(
                councils,
                left,
                lambda it: Council(tuple(a for a in it.allies if a != came), it.tokens),
            )
            councils = _with_council(
                councils, joined, lambda it: Council((*it.allies, came), it.tokens)
            )
            concerned = [left, joined]
    after = _powers(table, councils)
    seats = {each % table.players for number in concerned for each in (number, number + 1)}
    for each in sorted(seats, key=lambda one: (one != seat, one)):
        yield EffectFacts(each, _small_power(powers, each), _small_power(after, each))


def _with_council(
    councils: tuple[Council, ...], number: int, change: Callable[[Council], Council]
) -> tuple[Council, ...]:
    return replace_item(councils, number, change(councils[number]))


def _small_power(powers: Sequence[PowerFacts], seat: int) -> PowerFacts:
    (small, *_), _ = _small(powers, seat)
    return powers[small]


def _find_barred(seen: _Seen, view: View) -> Iterator[BarredFacts]:
    """Yield the cards that the viewer may not play in this turn, each title once.

    Rules: ally.jaime, card.silence.
    """
    table = view.table
    asking = table.asking
    if not isinstance(asking, seasons.Turn) or view.player not in asking.deciders:
        return
    legal = {move.card.id for move in legal_moves(view) if isinstance(move, Play)}
    able = table.box.able[Operation.NO_COPIES]
    allies = [each.ally for each in table.current if each.ally in able]
    for card in dict.fromkeys(card.id for card in view.hand):
        if card not in legal:
            piles = enumerate(table.piles)
            lies = next((seat for seat, pile in piles if any(one.id == card for one in pile)), None)
            is_copy = bool(allies) and lies is not None
            yield BarredFacts(
                seen.card(Card(card)),
                seen.ally(allies[0]) if is_copy else "",
                lies if is_copy else None,
            )


def _draft(seen: _Seen, view: View) -> DraftFacts:
    """Return the pick of the draft, with what is missing from a pack that has come back.

    Rules: draft.pick, draft.direction, info.draft.
    """
    table = view.table
    done = table.aside_sizes[view.player or 0]
    gone, own = Counter[str](), ""
    dealt = [
        event.cards
        for event in view.log
        if event.happening in {Happening.DEALT, Happening.PASSED} and event.player == view.player
    ]
    now = len(dealt) - 1
    before = now - table.players
    if view.player is not None and view.pack and before >= 0:
        gone = Counter(card.id for card in dealt[before])
        gone.subtract(card.id for card in dealt[now])
        own = view.aside[before].id
    return DraftFacts(
        pick=min(done + 1, table.variant.hand_size),
        picks=table.variant.hand_size,
        is_left=seasons.direction(table) > 0,
        gone=seen.by_value(tuple(Card(each) for each in (+gone).elements())),
        own=own,
    )


def _round_events(view: View) -> list[Event]:
    """Return the events since the round began, or since the season did while cards are drafted."""
    events: list[Event] = []
    for event in reversed(view.log):
        if event.happening not in {Happening.DEALT, Happening.PASSED}:
            events.append(event)
        if event.happening is Happening.REVEALED:
            break
    return events[::-1]


def _event(seen: _Seen, event: Event) -> ToldFacts:
    # A leader's event names a leader card instead of an ally.
    is_leader = event.happening is Happening.LEADER
    return ToldFacts(
        happening=event.happening,
        player=event.player,
        other=event.other,
        cards=seen.all_cards(event.cards),
        allies=() if is_leader else seen.all_allies(event.allies),
        councils=event.councils,
        totals=event.totals,
        count=event.count,
    )


def _end(seen: _Seen, view: View) -> EndFacts | None:
    """Return the places of the leaders, with how each tie was decided.

    Rules: score.small, score.tie-other, score.tie-allies, score.shared, score.ranking.
    """
    table = view.table
    final = table.final
    if final is None:
        return None
    worth = [_worth(table, seat) for seat in range(table.players)]
    order = [seat for _, seat in final.places]
    ties: list[PartingFacts] = []
    needed = dict.fromkeys(order, DecidedBy.SMALL_COUNCIL)
    for first, second in pairwise(order):
        one, other = worth[first], worth[second]
        at = next(
            (at for at, pair in enumerate(zip(one, other, strict=True)) if len({*pair}) > 1), 3
        )
        if at:
            by, least = tuple(DecidedBy)[at], min(at, 2)
            ties.append(PartingFacts(first, second, one[0], by, one[least], other[least]))
            for seat in (first, second):
                needed[seat] = max(needed[seat], by, key=tuple(DecidedBy).index)
    places = {seat: place for place, seat in final.places}
    return EndFacts(
        winners=final.winners,
        places=tuple(_place(seat, places[seat], worth[seat], needed[seat]) for seat in order),
        ties=tuple(ties),
        closest=tuple(_closest(seen, view)),
    )


def _closest(seen: _Seen, view: View) -> Iterator[LostBidFacts]:
    """Yield the bids that the viewer lost by the least, among those with a card of the viewer."""
    seat = view.player
    if seat is None:
        return
    lost = [
        each for each in view.table.results if each.bid.winner != seat and each.bid.totals[seat] > 0
    ]
    lost.sort(key=lambda each: each.bid.totals[each.bid.winner] - each.bid.totals[seat])
    for each in lost[:_MOST_CLOSEST]:
        totals, winner = each.bid.totals, each.bid.winner
        ally = seen.ally(each.ally) if each.ally else ""
        yield LostBidFacts(
            each.season, each.round_number, ally, winner, totals[seat], totals[winner]
        )


def _worth(table: Table, seat: int) -> tuple[int, int, int]:
    """Return a leader's small council, other council and number of allies."""
    small, other = sort_powers(table.powers, seat)
    councils = cards.councils_of(seat, table.players)
    return small, other, sum(len(table.councils[council].allies) for council in councils)


def _place(seat: int, place: int, worth: tuple[int, int, int], by: DecidedBy) -> PlaceFacts:
    small, other, allies = worth
    return PlaceFacts(seat, place, small, other, allies, by)
