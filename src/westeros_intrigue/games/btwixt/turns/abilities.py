"""The resolution of abilities, and the questions that they ask.

Allies ask once they are claimed; influence cards ask for a card in a pile, a token, or a leader. An
effect puts its steps at the front of the agenda, so they finish before the rest continues.
Operations that are only checked at some moment are in `seasons`.

Rules: effect.must, effect.you-pile, effect.you-claimant, effect.no-retrigger, effect.lasting,
effect.others, effect.kill, order.depth, order.several, card.corruption, card.decree, ally.loras,
ally.robb, ally.varys, ally.looks, row.look, row.safe, token.pick, token.gain, token.empty,
claim.placement, claim.filter, claim.when-claimed, claim.extra, card.strings, card.strings.piles,
card.strings.tokens, precedence.placement, decision.forced, decision.asked.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Never, assert_never

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.spellings import usually
from westeros_intrigue.gamekit.values import Value, replace_item
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Numbers, councils_of
from westeros_intrigue.games.btwixt.pieces.operations import (
    Ability,
    Onto,
    Operation,
    Side,
    Timing,
    Who,
)
from westeros_intrigue.games.btwixt.position.happenings import Event, Happening
from westeros_intrigue.games.btwixt.position.line_words import (
    AllyId,
    AllyWithAbility,
    AnyAbility,
    BidAbility,
    CardWithAbility,
    Counted,
    LeaderAbility,
    OwnCouncil,
    Reader,
    SeatAt,
    Title,
)
from westeros_intrigue.games.btwixt.position.moves import Choose, Decline, Move, choice
from westeros_intrigue.games.btwixt.position.refusals import Refusal, Violation
from westeros_intrigue.games.btwixt.position.state import View, without_one
from westeros_intrigue.games.btwixt.position.table import (
    Council,
    DecisionKind,
    Lasting,
    NamedFacts,
    Public,
    name_facts,
)
from westeros_intrigue.games.btwixt.position.working_copy import AnyPosition, WorkingCopy
from westeros_intrigue.games.btwixt.turns.questions import (
    AllyQuestion,
    CardQuestion,
    Question,
    Task,
    first_of,
)


@attrs.frozen
class Land(Task, Value, line="{seat} land {card}"):
    """Add the played card to a pile."""

    seat: SeatAt
    card: Card

    def do(self, game: WorkingCopy) -> None:
        game.table.played = None
        game.add_to_pile(self.seat, self.card)


def claim(game: WorkingCopy, placement: PlaceAlly) -> None:
    """Put an ally's placement and its effects when claimed on the agenda."""
    effects = [
        Effect(ability, placement.seat, ally=placement.ally)
        for ability in game.table.box.abilities(placement.ally, Timing.WHEN_CLAIMED)
    ]
    game.push(placement, *effects)


Allowed = tuple[Numbers, str | None]
"""The remaining councils, and the name of the ally whose ability excluded the other, if one did."""


class CouncilQuestion(Question[int, Never]):
    """A question that is answered with one of the decider's councils."""

    __slots__ = ()

    def find_allowed(self, table: Public) -> Allowed:
        """Return the councils that may be chosen."""
        raise NotImplementedError

    def read_choice(self, move: Move, /) -> int | None:
        return move.council if isinstance(move, Choose) and move.to is None else None

    def make_move(self, chosen: int, /) -> Move:
        return choice(council=chosen)

    def recall(self, event: Event, _card: Card, /) -> int:
        return first_of("a council", event.councils)

    def among(self, table: Public, _shown: tuple[Never, ...], /) -> Numbers:
        return self.find_allowed(table)[0]

    def violations(
        self, table: Public, _shown: tuple[Never, ...], move: Move, council: int, /
    ) -> Iterator[Violation]:
        allowed, ally = self.find_allowed(table)
        if council not in allowed:
            is_own = council in councils_of(self.seat, table.players)
            refusal = Refusal.COUNCIL_EXCLUDED if is_own else Refusal.NOT_YOUR_COUNCIL
            yield refusal.of(
                move, attrs.evolve(self.facts, council=council, councils=allowed, ally=ally)
            )


@attrs.frozen
class PlaceAlly(CouncilQuestion, Value, line="{seat} place {ally} [{council} by {bringer}]"):
    """Choose a council of the claimant for an ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.PLACE_ALLY

    ally: AllyId
    council: OwnCouncil | None = None
    """The council required by the ability that brought the ally."""
    bringer: AllyId | None = None
    """The ally with that ability."""

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(ally=self.ally, council=self.council)

    def _is_extra(self, table: Public) -> bool:
        """Return whether an ability brought the ally, so that no card directs its placement."""
        return any(each.extra for each in table.current if each.ally == self.ally)

    def find_allowed(self, table: Public) -> Allowed:
        """Return the councils that the abilities allow; earlier abilities take precedence.

        Rules: claim.filter, precedence.card, precedence.ally, precedence.placement.
        """
        box = table.box
        directions = [
            (self.ally, _own_placement(table, self.seat, ability))
            for ability in box.abilities(self.ally, Timing.PLACEMENT)
        ]
        if self.council is not None and self.bringer is not None:
            directions.append((self.bringer, {self.council}))
        filters: list[tuple[str | None, set[int]]] = [
            (box.ally(ally).name, own) for ally, own in directions
        ]
        bound = None if table.bid is None else table.bid.bound_council
        if bound is not None and not self._is_extra(table):
            filters.append((None, {bound}))
        councils: Numbers = councils_of(self.seat, table.players)
        by = None
        for ally, wanted in filters:
            kept = tuple(council for council in councils if council in wanted)
            if kept and kept != councils:
                councils, by = kept, ally
        return councils, by

    def answer(self, game: WorkingCopy, council: int, /) -> None:
        table = game.table
        [placed] = [each for each in table.current if each.ally == self.ally]
        table.current = tuple(each for each in table.current if each is not placed)
        game.place_ally(self.ally, council, placed.tokens)
        game.note(Happening.PLACED_ALLY, self.seat, allies=(self.ally,), councils=(council,))


def _own_placement(table: Public, seat: int, ability: Ability) -> set[int]:
    """Return the councils to which the ability of an ally directs it."""
    own = councils_of(seat, table.players)
    if ability.do is Operation.PLACE_SIDE:
        return {seat if ability.side is Side.LEFT else (seat - 1) % table.players}
    allies = [(ally, council) for council in own for ally in table.councils[council].allies]
    if ability.do is Operation.PLACE_WITH:
        return {council for ally, council in allies if table.box.ally(ally).name == ability.ally}
    highest = max((table.box.power(ally) for ally, _ in allies), default=0)
    return {council for ally, council in allies if table.box.power(ally) == highest}


@attrs.frozen
class PlaceToken(CouncilQuestion, Value, line="{seat} token"):
    """Choose a council of the leader who gained a token for it."""

    KIND: ClassVar[DecisionKind] = DecisionKind.PLACE_TOKEN

    def find_allowed(self, table: Public) -> Allowed:
        """Return both councils, or the one that binds the winner; none without a token.

        Rules: token.empty, card.strings.tokens.
        """
        bid = table.bid
        if not table.supply:
            return (), None
        if bid is not None and bid.winner == self.seat and bid.bound_council is not None:
            return (bid.bound_council,), None
        return councils_of(self.seat, table.players), None

    def answer(self, game: WorkingCopy, council: int, /) -> None:
        table = game.table
        game.join_council(council, tokens=table.supply[:1])
        table.supply = table.supply[1:]
        game.note(Happening.PLACED_TOKEN, self.seat, councils=(council,))


@attrs.frozen
class AllyMove(AllyQuestion[Never], Value, line="{seat} join {ally}"):
    """Choose an ally of the other council to join the claimed one."""

    KIND: ClassVar[DecisionKind] = DecisionKind.ALLY_MOVE
    OTHER: ClassVar[Refusal] = Refusal.NOT_IN_OTHER_COUNCIL

    ally: AllyId
    """The ally with the ability."""

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(ally=self.ally)

    def among(self, table: Public, _shown: tuple[Never, ...], /) -> Ids:
        here = table.council_of(self.ally)
        others = {*councils_of(self.seat, table.players)} - {here}
        return table.councils[others.pop()].allies if len(others) == 1 else ()

    def answer(self, game: WorkingCopy, ally: str, /) -> None:
        here = game.table.council_of(self.ally)
        if here is not None:
            game.place_ally(ally, here)
            game.note(Happening.MOVED_ALLY, self.seat, allies=(ally,), councils=(here,))


@attrs.frozen
class Take(CardQuestion, Value, line="{seat} take {leader} by [{card}] [{ally}]"):
    """Choose a card of the shown hand."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TAKE
    OTHER: ClassVar[Refusal] = Refusal.NOT_IN_SHOWN_HAND

    leader: SeatAt
    """The leader with that hand."""
    card: CardWithAbility
    ally: AllyWithAbility

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(card=self.card, ally=self.ally, leader=self.leader)

    def answer(self, game: WorkingCopy, card: Card, /) -> None:
        game.take_unseen(self.seat, self.leader, card)

    def see_hidden(self, position: AnyPosition, _seat: int, /) -> Cards:
        if isinstance(position, View):
            return dict(position.shown_hands).get(self.leader, ())
        return position.hands[self.leader]


class LookingQuestion(AllyQuestion[str]):
    """A question whose answer is one of the allies that the decider looks at."""

    __slots__ = ()

    OTHER: ClassVar[Refusal] = Refusal.NOT_LOOKED_AT

    def among(self, _table: Public, shown: Ids, /) -> Ids:
        return shown

    def see_hidden(self, position: AnyPosition, _seat: int, /) -> Ids:
        return position.looked_at

    def is_open(self, game: WorkingCopy) -> bool:
        return len(game.looked_at) > 1


@attrs.frozen
class Kill(LookingQuestion, Value, line="{seat} kill {count}"):
    """Choose one of the allies looked at to be killed."""

    KIND: ClassVar[DecisionKind] = DecisionKind.KILL

    count: Counted
    """The number of allies still to kill."""

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(count=self.count)

    def among(self, _table: Public, shown: Ids, /) -> Ids:
        return shown if self.count else ()

    def answer(self, game: WorkingCopy, ally: str, /) -> None:
        game.look_away(ally)
        game.reveal((ally,))
        game.bury(ally)
        game.push(Kill(self.seat, self.count - 1))

    def is_open(self, game: WorkingCopy) -> bool:
        return 0 < self.count < len(game.looked_at)


@attrs.frozen
class PutBack(LookingQuestion, Value, told_later=True, line="{seat} return"):
    """Choose the next of the allies looked at to put back, below the earlier ones.

    One event tells the whole order at the end.
    """

    KIND: ClassVar[DecisionKind] = DecisionKind.RETURN

    def answer(self, game: WorkingCopy, ally: str, /) -> None:
        game.look_away(ally)
        game.set_put_back((*game.put_back, ally))
        if game.looked_at:
            game.push(self)
        else:
            game.put_allies_back(self.seat)


@attrs.frozen
class Discard(CardQuestion, Value, line="{seat} discard {count}"):
    """Choose a card of the hand to discard."""

    KIND: ClassVar[DecisionKind] = DecisionKind.DISCARD

    count: Counted
    """The number of cards still to discard."""

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(count=self.count)

    def answer(self, game: WorkingCopy, card: Card, /) -> None:
        game.discard_from_hand(self.seat, (card,))
        if self.count > 1:
            game.push(Discard(self.seat, self.count - 1))

    def is_open(self, game: WorkingCopy) -> bool:
        return len(game.hands[self.seat]) > self.count


@attrs.frozen
class TitleQuestion(CardQuestion):
    """Choose a card with a certain title to discard from the hand, or decline."""

    ally: AllyId
    leader: SeatAt
    """The other leader: the claimant, or the leader who discarded a card to kill the ally."""
    title: Title

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(ally=self.ally, leader=self.leader)

    @property
    def may_decline(self) -> bool:
        return True

    def answers(self, table: Public, shown: Cards, /) -> Iterator[Move]:
        if table.council_of(self.ally) is not None:
            for card in self.among(table, shown):
                if table.box.entry(card).title == self.title:
                    yield choice(card=card)
            yield Decline()

    def violations(
        self, table: Public, shown: Cards, move: Move, card: Card, /
    ) -> Iterator[Violation]:
        yield from super().violations(table, shown, move, card)
        if table.box.holds(card) and table.box.entry(card).title != self.title:
            yield Refusal.NOT_THAT_TITLE.of(move, attrs.evolve(self.facts, title=self.title))

    def answer(self, game: WorkingCopy, card: Card, /) -> None:
        game.discard_from_hand(self.seat, (card,), (self.ally,))

    def is_open(self, game: WorkingCopy) -> bool:
        return bool(game.hands[self.seat]) and game.table.council_of(self.ally) is not None


@attrs.frozen
class Offer(TitleQuestion, Value, line="{seat} offer {ally} {leader} {title} [{seats}]"):
    """Another leader may discard a card to kill an ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.OFFER

    seats: Annotated[tuple[SeatAt, ...], usually(())]
    """The leaders still to ask."""

    def answer(self, game: WorkingCopy, card: Card, /) -> None:
        super().answer(game, card)
        game.push(Cancel(self.leader, self.ally, self.seat, self.title))

    def decline(self, game: WorkingCopy) -> None:
        super().decline(game)
        if self.seats:
            game.push(attrs.evolve(self, seat=self.seats[0], seats=self.seats[1:]))


@attrs.frozen
class Cancel(TitleQuestion, Value, line="{seat} cancel {ally} {leader} {title}"):
    """The claimant may discard a card to save the ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.CANCEL

    def decline(self, game: WorkingCopy) -> None:
        super().decline(game)
        game.leave_councils(self.ally)
        game.bury(self.ally)


_by_title = attrgetter("id", "copy")  # much faster than comparing cards


@attrs.frozen
class BidCard(Question[tuple[int, Card], Never], Value, line="{seat} fetch {card} [{ability}]"):
    """Choose a card in another leader's pile to move to the decider's pile."""

    KIND: ClassVar[DecisionKind] = DecisionKind.BID_CARD

    ability: BidAbility
    card: Card | None
    """The card with the ability."""

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(card=self.card)

    @property
    def may_decline(self) -> bool:
        return self.ability.may

    def read_choice(self, move: Move, /) -> tuple[int, Card] | None:
        if isinstance(move, Choose) and move.seat is not None and move.card is not None:
            return move.seat, move.card
        return None

    def recall(self, event: Event, _card: Card, /) -> tuple[int, Card]:
        if event.other is None:
            raise InvalidValue("an event must name the leader whose card moves")
        return event.other, first_of("a card", event.cards)  # in a pile, it keeps its number

    def make_move(self, chosen: tuple[int, Card], /) -> Move:
        return choice(*chosen)

    def answers(self, table: Public, _shown: tuple[Never, ...], /) -> Iterable[Move]:
        movable, colours = table.box.movable, self.ability.colours
        moves: list[Move] = []
        for seat, pile in enumerate(table.piles):
            if seat != self.seat:
                cards = [card for card in pile if movable.get(card.id) in colours]
                moves += [choice(seat, card) for card in sorted(cards, key=_by_title)]
        return [*moves, Decline()] if moves and self.ability.may else moves

    def violations(
        self, table: Public, _shown: tuple[Never, ...], move: Move, chosen: tuple[int, Card], /
    ) -> Iterator[Violation]:
        (seat, card), box = chosen, table.box
        if seat not in range(table.players) or card not in table.piles[seat]:
            yield Refusal.NOT_IN_PILE.of(move, attrs.evolve(self.facts, seat=seat))
        if seat == self.seat:
            yield Refusal.OWN_PILE.of(move, self.facts)
        if box.holds(card):
            colour, movable = box.entry(card).colour, self.ability.colours
            if colour not in movable:
                yield Refusal.WRONG_COLOUR.of(
                    move, attrs.evolve(self.facts, colour=colour, colours=movable)
                )
            if card.id not in box.movable:
                yield Refusal.PROTECTED.of(move, self.facts)

    def answer(self, game: WorkingCopy, chosen: tuple[int, Card], /) -> None:
        (seat, card), table = chosen, game.table
        table.piles = replace_item(table.piles, seat, without_one(table.piles[seat], card))
        game.note(Happening.MOVED_CARD, self.seat, seat, cards=(card,))
        game.add_to_pile(self.seat, card)


@attrs.frozen
class TokenMove(
    Question[tuple[int, int], Never], Value, line="{seat} move-token [{card}] [{ally}]"
):
    """Move a token from one council to another of the same leader."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TOKEN_MOVE

    card: CardWithAbility
    ally: AllyWithAbility

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(card=self.card, ally=self.ally)

    def read_choice(self, move: Move, /) -> tuple[int, int] | None:
        if isinstance(move, Choose) and move.council is not None and move.to is not None:
            return move.council, move.to
        return None

    def make_move(self, chosen: tuple[int, int], /) -> Move:
        council, to = chosen
        return choice(council=council, to=to)

    def recall(self, event: Event, _card: Card, /) -> tuple[int, int]:
        return first_of("two councils", [*pairwise(event.councils)])

    def among(self, table: Public, _shown: tuple[Never, ...], /) -> Iterable[tuple[int, int]]:
        return [
            (council, to)
            for council, there in enumerate(table.councils)
            if there.tokens
            for to in _beside(council, table.players)
        ]

    def violations(
        self, table: Public, _shown: tuple[Never, ...], move: Move, chosen: tuple[int, int], /
    ) -> Iterator[Violation]:
        council, to = chosen
        is_council = council in range(table.players)
        facts = attrs.evolve(self.facts, council=council, to=to)
        if not is_council or not table.councils[council].tokens:
            yield Refusal.NO_TOKEN_THERE.of(move, facts)
        if not is_council or to not in _beside(council, table.players):
            yield Refusal.NOT_ONE_LEADERS_COUNCILS.of(move, facts)

    def answer(self, game: WorkingCopy, chosen: tuple[int, int], /) -> None:
        """Move the council's latest token (rule token.pick)."""
        (council, to), table = chosen, game.table
        left = table.councils[council]
        changed = Council(left.allies, left.tokens[:-1])
        table.councils = replace_item(table.councils, council, changed)
        game.join_council(to, tokens=left.tokens[-1:])
        game.note(Happening.MOVED_TOKEN, self.seat, councils=(council, to))


def _beside(council: int, players: int) -> list[int]:
    return sorted(((council - 1) % players, (council + 1) % players))


@attrs.frozen
class OtherLeader(Question[int, Never], Value, line="{seat} leader [{card}] [{ally}] [{ability}]"):
    """Choose another leader, to see their hand or to give their pile a card."""

    KIND: ClassVar[DecisionKind] = DecisionKind.LEADER

    ability: LeaderAbility
    card: CardWithAbility
    ally: AllyWithAbility

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(card=self.card, ally=self.ally)

    def read_choice(self, move: Move, /) -> int | None:
        return move.seat if isinstance(move, Choose) and move.card is None else None

    def make_move(self, chosen: int, /) -> Move:
        return choice(chosen)

    def recall(self, event: Event, _card: Card, /) -> int:
        if event.other is None:
            raise InvalidValue("an event must name the other leader")
        return event.other

    def among(self, table: Public, _shown: tuple[Never, ...], /) -> list[int]:
        takes = self.ability.do is Operation.LOOK_AND_TAKE
        seats = range(table.players)
        return [
            seat for seat in seats if seat != self.seat and (table.hand_sizes[seat] or not takes)
        ]

    def violations(
        self, table: Public, shown: tuple[Never, ...], move: Move, chosen: int, /
    ) -> Iterator[Violation]:
        facts = attrs.evolve(self.facts, seat=chosen)
        if chosen == self.seat or chosen not in range(table.players):
            yield Refusal.NOT_ANOTHER_LEADER.of(move, facts)
        elif chosen not in self.among(table, shown):
            yield Refusal.EMPTY_HAND.of(move, facts)

    def answer(self, game: WorkingCopy, chosen: int, /) -> None:
        table = game.table
        if self.card is not None and self.ability.do is Operation.TO_PILE_OF:
            table.agenda = tuple(
                Land(chosen, step.card) if isinstance(step, Land) else step for step in table.agenda
            )
            game.note(Happening.HANDED_OVER, self.seat, chosen, cards=(self.card,))
            return
        game.see_hand(self.seat, chosen)
        if self.ability.do is Operation.LOOK_AND_TAKE:
            game.push(Take(self.seat, chosen, self.card, self.ally))
        elif self.card is not None:
            table.lasting += (Lasting(self.card, self.seat, target=chosen),)


QUESTIONS: tuple[type[Question[Any, Any]], ...] = (
    PlaceAlly,
    PlaceToken,
    AllyMove,
    Take,
    Kill,
    PutBack,
    Discard,
    Offer,
    Cancel,
    BidCard,
    TokenMove,
    OtherLeader,
)
"""The classes of the questions, from which documents and lines have them."""


@attrs.frozen
class Effect(Task, Value, line="{seat} effect [{card}] [{ally}] [{ability}]"):
    """The ability of an influence card or an ally, to be resolved."""

    ability: AnyAbility
    seat: Reader
    """The leader who is "you"; None for the leader whose pile then has the card."""
    card: Card | None = None
    ally: AllyId | None = None

    def do(self, game: WorkingCopy) -> None:  # noqa: PLR0912 - one case an operation
        table, ability, card, ally = game.table, self.ability, self.card, self.ally
        you = self.seat
        if you is None:
            you = next(seat for seat, pile in enumerate(table.piles) if card in pile)
        match ability.do:
            case Operation.MOVE_BID_CARD:
                game.push(BidCard(you, ability, card))
            case Operation.MOVE_TOKEN:
                game.push(TokenMove(you, card, ally))
            case Operation.WATCH_HAND | Operation.TO_PILE_OF | Operation.LOOK_AND_TAKE:
                game.push(OtherLeader(you, ability, card, ally))
            case Operation.SKIP_TURNS:
                if card is not None:
                    table.lasting += (Lasting(card, you, cards=ability.cards),)
            case Operation.CLAIM_NEXT:
                following = game.introduce_next()
                if following is not None:
                    claim(game, PlaceAlly(you, following, table.council_of(ally), ally))
            case Operation.MOVE_ALLY:
                if ally is not None:
                    game.push(AllyMove(you, ally))
            case Operation.LOOK_ALLIES:
                game.look_at_allies(you, ability.count or 0)
                game.push(Kill(you, ability.kill or 0), PutBack(you))
            case Operation.DISCARD:
                seats = {Who.YOU: you, Who.SECOND: table.bid.ranking[1] if table.bid else you}
                game.push(*(Discard(seats[who], ability.count or 0) for who in ability.who))
            case Operation.OFFER_KILL:
                if ally is not None:
                    first, *others = (seat for seat in table.turn_order if seat != you)
                    game.push(Offer(first, ally, you, ability.title or "", tuple(others)))
            case Operation.GAIN_TOKEN:
                if ability.onto is Onto.CURRENT:
                    game.token_onto_current()
                else:
                    game.push(PlaceToken(you))
            case Operation.KILL_CURRENT:
                game.kill_current()
            case Operation.INTRODUCE:
                game.introduce_next()
            case (
                Operation.PROTECT_SELF
                | Operation.TO_HAND
                | Operation.PLACE_SHARED
                | Operation.PLACE_WITH_HIGHEST
                | Operation.PLACE_WITH
                | Operation.PLACE_SIDE
                | Operation.NO_COPIES
                | Operation.TAKE_BACK_PILE
            ):
                pass  # the rules look these up when they apply, so none has the timing of an effect
            case _:
                assert_never(ability.do)
