"""Five games as their authors would write them, in which a check finds no fault.

High Card, in `examples/`, is the sixth.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, ClassVar, Self

from attrs import frozen

from westeros_intrigue.gamekit import (
    GameOf,
    Position,
    RandomSource,
    Range,
    Rule,
    Word,
    choose,
    random_below,
    replace_item,
    shuffle,
)

# Pig: nothing is hidden.


@frozen
class Pot(Position):
    points: tuple[int, ...]
    pot: int = 0


class Choice(Word):
    ROLL = "roll"
    STOP = "stop"


def careful(view: Pot, _rng: RandomSource) -> Choice:
    """Stops at 6 points."""
    return Choice.STOP if view.pot >= 6 else Choice.ROLL


class Pig(GameOf[Pot, Choice]):
    """Roll the die as often as you dare. A one loses the pot."""

    RULES = (Rule("pig.one", "A one loses the pot."),)
    BOTS: ClassVar[tuple[Callable[[Pot, RandomSource], Choice], ...]] = (careful,)

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        target: Annotated[int, Range(5, 60), "the points that win"] = 20,
    ) -> Pot:
        return Pot((0,) * players, players=players)

    def moves(self, state: Pot, seat: int) -> Sequence[Choice]:
        return [Choice.ROLL, Choice.STOP] if state.pot else [Choice.ROLL]

    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        after = (seat + 1) % state.players
        if move is Choice.STOP:
            total = state.points[seat] + state.pot
            is_over = total >= state.options["target"]  # type: ignore[operator]
            points = replace_item(state.points, seat, total)
            return state.replace(points=points, pot=0, to_move=None if is_over else after)
        die = 1 + random_below(6, rng)
        state = state.announce(f"player {seat} rolls {die}")
        if die == 1:
            return state.replace(pot=0, to_move=after)
        return state.replace(pot=state.pot + die)

    def scores(self, state: Pot) -> Sequence[int]:
        return state.points


# A follow-suit game: a player who does not follow suit shows that the suit is missing.

SUITS = "CDHS"
CARDS = tuple(suit + str(rank) for suit in SUITS for rank in range(1, 7))


@frozen
class Tricks(Position):
    hands: tuple[tuple[str, ...], ...]
    void: tuple[tuple[str, ...], ...]
    """The suits of which a seat has shown that it has no card."""
    trick: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    won: tuple[int, ...] = ()


class FollowSuit(GameOf[Tricks, str]):
    """Follow suit if you can. The highest card of the suit led takes the trick."""

    MIN_PLAYERS, MAX_PLAYERS = 3, 4

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        size: Annotated[int, Range(2, 6), "the cards of a hand"] = 5,
    ) -> Tricks:
        cards = shuffle(CARDS, rng)
        hands = tuple(
            tuple(sorted(cards[size * seat : size * seat + size])) for seat in range(players)
        )
        return Tricks(
            hands,
            ((),) * players,
            aside=cards[size * players :],
            won=(0,) * players,
            players=players,
        )

    def moves(self, state: Tricks, seat: int) -> Sequence[str]:
        hand = state.hands[seat]
        led = state.trick[0][0] if state.trick else ""
        return [card for card in hand if card[0] == led] or hand

    def play(self, state: Tricks, seat: int, move: str, rng: RandomSource) -> Tricks:
        if state.trick and move[0] != state.trick[0][0]:
            lacking = tuple(sorted({*state.void[seat], state.trick[0][0]}))
            state = state.replace(void=replace_item(state.void, seat, lacking))
        hand = tuple(card for card in state.hands[seat] if card != move)
        trick, after = (*state.trick, move), (seat + 1) % state.players
        state = state.replace(
            hands=replace_item(state.hands, seat, hand), trick=trick, to_move=after
        ).announce(f"player {seat} plays {move}")
        if len(trick) < state.players:
            return state
        best = max(card for card in trick if card[0] == trick[0][0])
        winner = (after + trick.index(best)) % state.players
        return state.replace(
            trick=(),
            played=(*state.played, *trick),
            won=replace_item(state.won, winner, state.won[winner] + 1),
            to_move=winner if hand else None,
        ).announce(f"player {winner} takes the trick")

    def scores(self, state: Tricks) -> Sequence[int]:
        return state.won

    def hide(self, state: Tricks, seat: int | None) -> Tricks:
        return state.replace(
            hands=tuple(
                hand if owner == seat else ("?",) * len(hand)
                for owner, hand in enumerate(state.hands)
            ),
            aside=("?",) * len(state.aside),
        )

    def guess(self, view: Tricks, rng: RandomSource) -> Tricks:
        for _ in range(10_000):
            world = self.deal(view, rng)
            if self.agrees(world):
                return world
        raise ValueError("no deal agrees with the view")

    def agrees(self, world: Tricks) -> bool:
        return not any(
            card[0] in lacking
            for hand, lacking in zip(world.hands, world.void, strict=True)
            for card in hand
        )

    def deal(self, view: Tricks, rng: RandomSource) -> Tricks:
        own = () if view.viewer is None else view.hands[view.viewer]
        known = {*own, *view.trick, *view.played}
        unseen = iter(shuffle([card for card in CARDS if card not in known], rng))
        hands = tuple(
            hand if owner == view.viewer else tuple(sorted(itertools.islice(unseen, len(hand))))
            for owner, hand in enumerate(view.hands)
        )
        return view.replace(hands=hands, aside=tuple(unseen))


# Love Letter, in one round: equal cards, private knowledge, and moves of several parts.

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
LETTERS = (1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8)


@frozen
class Play:
    card: int
    target: int | None = None
    named: int | None = None

    def __str__(self) -> str:
        parts = (self.card, self.target, self.named)
        return "-".join(str(part) for part in parts if part is not None)

    @classmethod
    def parse(cls, text: str) -> Self:
        parts = [int(part) for part in text.split("-")]
        if len(parts) > 3:
            raise ValueError("a card, a player and another card")
        return cls(*parts)


@frozen
class Letters(Position):
    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    aside: tuple[int, ...]
    discards: tuple[tuple[int, ...], ...]
    is_out: tuple[bool, ...]
    is_safe: tuple[bool, ...]
    known: tuple[tuple[int, ...], ...]
    """For each seat, the cards of the others that it has seen, 0 for a card that it has not."""
    lacks: tuple[tuple[int, ...], ...]
    """For each seat, the cards that play has shown that it does not have."""
    last: Play | None = None
    """The last move, which everyone has seen."""


class LoveLetter(GameOf[Letters, Play]):
    """Hold the highest card when the stock is empty, or be the last one in."""

    RULES = (Rule("love.countess", "The Countess must be played beside the King or a Prince."),)

    def start(self, players: int, rng: RandomSource) -> Letters:
        cards = shuffle(LETTERS, rng)
        hands: list[tuple[int, ...]] = [(cards[seat + 2],) for seat in range(players)]
        hands[0] = (*hands[0], cards[1])
        none = ((),) * players
        return Letters(
            tuple(hands),
            cards[players + 2 :],
            cards[:1],
            none,
            (False,) * players,
            (False,) * players,
            ((0,) * players,) * players,
            none,
            players=players,
        )

    def moves(self, state: Letters, seat: int) -> Sequence[Play]:
        cards = sorted({*state.hands[seat]})
        if COUNTESS in cards and {KING, PRINCE} & {*cards}:
            cards = [COUNTESS]
        others = [
            other
            for other in range(state.players)
            if other != seat and not state.is_out[other] and not state.is_safe[other]
        ]
        found: list[Play] = []
        for card in cards:
            targets = sorted({*others, seat}) if card == PRINCE else others
            if card in {HANDMAID, COUNTESS, PRINCESS} or not targets:
                found.append(Play(card))
            elif card == GUARD:
                found += [Play(card, each, named) for each in targets for named in range(2, 9)]
            else:
                found += [Play(card, each) for each in targets]
        return found

    def play(self, state: Letters, seat: int, move: Play, rng: RandomSource) -> Letters:
        hand = [*state.hands[seat]]
        hand.remove(move.card)
        state = state.announce(f"player {seat} plays {move}").replace(
            last=move,
            hands=replace_item(state.hands, seat, tuple(hand)),
            discards=replace_item(state.discards, seat, (*state.discards[seat], move.card)),
            is_safe=replace_item(state.is_safe, seat, move.card == HANDMAID),
            # A card that was drawn now can be the one that stays.
            lacks=replace_item(
                state.lacks, seat, (COUNTESS,) if move.card in {KING, PRINCE} else ()
            ),
            known=tuple(
                replace_item(seen, seat, 0) if seen[seat] == move.card else seen
                for seen in state.known
            ),
        )
        if move.card == PRINCESS:
            state = self.leave(state, seat)
        elif move.target is not None:
            state = self.effect(state, seat, move.target, move)
        left = [each for each in range(state.players) if not state.is_out[each]]
        if len(left) == 1 or not state.stock:
            return state.replace(to_move=None)
        following = next(each for each in (*range(seat + 1, state.players), *left) if each in left)
        return state.replace(
            hands=replace_item(state.hands, following, (*state.hands[following], state.stock[0])),
            stock=state.stock[1:],
            is_safe=(*state.is_safe[:following], False, *state.is_safe[following + 1 :]),
            to_move=following,
        )

    def effect(self, state: Letters, seat: int, target: int, move: Play) -> Letters:
        other = state.hands[target]
        if move.card == GUARD and move.named is not None:
            if other == (move.named,):
                return self.leave(state, target)
            lacks = tuple(sorted({*state.lacks[target], move.named}))
            return state.replace(lacks=replace_item(state.lacks, target, lacks))
        if move.card == PRIEST:
            return self.learn(state, seat, target).announce(
                f"player {seat} sees {other[0]}", to=[seat, target], others=""
            )
        if move.card == BARON:
            return self.compare(state, seat, target)
        if move.card == PRINCE:
            return self.throw(state, target)
        return self.swap(state, seat, target)

    def compare(self, state: Letters, seat: int, target: int) -> Letters:
        own, other = state.hands[seat], state.hands[target]
        if own == other:
            return self.learn(self.learn(state, seat, target), target, seat)
        loser = target if other < own else seat
        winner = seat + target - loser
        shown = state.hands[loser][0]
        lower = {*range(1, shown + 1)} | {*state.lacks[winner]}
        state = self.leave(state, loser)
        return state.replace(lacks=replace_item(state.lacks, winner, tuple(sorted(lower))))

    def swap(self, state: Letters, seat: int, target: int) -> Letters:
        hands = replace_item(state.hands, seat, state.hands[target])
        hands = replace_item(hands, target, state.hands[seat])
        lacks = replace_item(state.lacks, seat, state.lacks[target])
        lacks = replace_item(lacks, target, state.lacks[seat])
        known = []
        for seen in state.known:
            turned = replace_item(seen, seat, seen[target])
            known.append(replace_item(turned, target, seen[seat]))
        state = state.replace(hands=hands, lacks=lacks, known=tuple(known))
        return self.learn(self.learn(state, seat, target), target, seat)

    def learn(self, state: Letters, seat: int, target: int) -> Letters:
        seen = replace_item(state.known[seat], target, state.hands[target][0])
        seen = replace_item(seen, seat, 0)
        return state.replace(known=replace_item(state.known, seat, seen))

    def throw(self, state: Letters, target: int) -> Letters:
        [thrown] = state.hands[target]
        if thrown == PRINCESS:
            return self.leave(state, target)
        stock, aside = state.stock, state.aside
        drawn, stock, aside = (stock[:1], stock[1:], aside) if stock else (aside, stock, ())
        return self.forget(state, target).replace(
            discards=replace_item(state.discards, target, (*state.discards[target], thrown)),
            hands=replace_item(state.hands, target, drawn),
            stock=stock,
            aside=aside,
        )

    def leave(self, state: Letters, seat: int) -> Letters:
        return (
            self.forget(state, seat)
            .replace(
                discards=replace_item(
                    state.discards, seat, (*state.discards[seat], *state.hands[seat])
                ),
                hands=replace_item(state.hands, seat, ()),
                is_out=(*state.is_out[:seat], True, *state.is_out[seat + 1 :]),
            )
            .announce(f"player {seat} is out")
        )

    def forget(self, state: Letters, seat: int) -> Letters:
        return state.replace(
            known=tuple(replace_item(seen, seat, 0) for seen in state.known),
            lacks=replace_item(state.lacks, seat, ()),
        )

    def scores(self, state: Letters) -> Sequence[int]:
        return [
            -1 if is_out else 100 * hand[0] + sum(thrown)
            for is_out, hand, thrown in zip(state.is_out, state.hands, state.discards, strict=True)
        ]

    def hide(self, state: Letters, seat: int | None) -> Letters:
        return state.replace(
            hands=tuple(
                hand if owner == seat else (0,) * len(hand)
                for owner, hand in enumerate(state.hands)
            ),
            known=tuple(
                seen if owner == seat else (0,) * state.players
                for owner, seen in enumerate(state.known)
            ),
            stock=(0,) * len(state.stock),
            aside=(0,) * len(state.aside),
        )

    def guess(self, view: Letters, rng: RandomSource) -> Letters:
        me = view.viewer
        left = Counter(LETTERS)
        left.subtract(itertools.chain.from_iterable(view.discards))
        seen = (0,) * view.players if me is None else view.known[me]
        left.subtract(() if me is None else view.hands[me])
        left.subtract(card for card in seen if card)
        for _ in range(10_000):
            cards = iter(shuffle([*left.elements()], rng))
            hands = []
            for owner, hand in enumerate(view.hands):
                first = (seen[owner],) if seen[owner] and hand else ()
                drawn = (
                    hand
                    if owner == me
                    else (*first, *itertools.islice(cards, len(hand) - len(first)))
                )
                hands.append(drawn)
            # The second card of who is to move has just been drawn.
            if not any(
                hand[:1] and hand[0] in view.lacks[owner]
                for owner, hand in enumerate(hands)
                if owner != me
            ):
                stock = tuple(itertools.islice(cards, len(view.stock)))
                return view.replace(hands=tuple(hands), stock=stock, aside=tuple(cards))
        raise ValueError("no deal agrees with the view")


# Goofspiel: secret bids.


@frozen
class Auction(Position):
    hands: tuple[tuple[int, ...], ...]
    prizes: tuple[int, ...]
    prize: int
    bids: tuple[int | None, ...]
    points: tuple[int, ...]
    shown: tuple[int, ...] = ()


class Goofspiel(GameOf[Auction, int]):
    """Bid a card for the prize; the highest single bid wins it."""

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        cards: Annotated[int, Range(2, 13), "the cards of each suit"] = 13,
    ) -> Auction:
        prizes = shuffle(range(1, cards + 1), rng)
        hand = tuple(range(1, cards + 1))
        return Auction(
            (hand,) * players,
            prizes[1:],
            prizes[0],
            (None,) * players,
            (0,) * players,
            players=players,
            to_move=range(players),
        )

    def moves(self, state: Auction, seat: int) -> Sequence[int]:
        return state.hands[seat]

    def play(self, state: Auction, seat: int, move: int, rng: RandomSource) -> Auction:
        state = state.replace(
            bids=replace_item(state.bids, seat, move), to_move={*state.to_move} - {seat}
        ).announce(f"player {seat} bids {move}", to=[seat], others=f"player {seat} has bid")
        if state.to_move:
            return state
        bids = [bid or 0 for bid in state.bids]
        winners = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
        points = state.points
        if len(winners) == 1:
            points = replace_item(points, winners[0], points[winners[0]] + state.prize)
        hands = tuple(
            tuple(card for card in hand if card != bid)
            for hand, bid in zip(state.hands, bids, strict=True)
        )
        rest = state.prizes
        return state.replace(
            hands=hands,
            points=points,
            bids=(None,) * state.players,
            prize=rest[0] if rest else 0,
            prizes=rest[1:],
            shown=(*state.shown, state.prize),
            to_move=range(state.players) if rest else None,
        ).announce(f"the bids are {bids}")

    def scores(self, state: Auction) -> Sequence[int]:
        return state.points

    def hide(self, state: Auction, seat: int | None) -> Auction:
        return state.replace(
            bids=tuple(0 if bid and owner != seat else bid for owner, bid in enumerate(state.bids)),
            prizes=(0,) * len(state.prizes),
        )

    def guess(self, view: Auction, rng: RandomSource) -> Auction:
        bids = tuple(
            choose(hand, rng) if bid == 0 else bid
            for hand, bid in zip(view.hands, view.bids, strict=True)
        )
        known = {view.prize, *view.shown}
        size = len(view.shown) + len(view.prizes) + 1
        left = [card for card in range(1, size + 1) if card not in known]
        if not view.prize:
            left = []
        return view.replace(bids=bids, prizes=shuffle(left, rng))


# Perudo: hidden dice.


@frozen
class Call:
    """A bid such as 3x5, or "dudo"."""

    count: int = 0
    face: int = 0

    def __str__(self) -> str:
        return f"{self.count}x{self.face}" if self.count else "dudo"

    @classmethod
    def parse(cls, text: str) -> Self:
        if text == "dudo":
            return cls()
        count, face = text.split("x")
        return cls(int(count), int(face))


@frozen
class Cups(Position):
    cups: tuple[tuple[int, ...], ...]
    bid: Call | None = None
    bidder: int = 0
    places: tuple[int, ...] = ()


def doubtful(view: Cups, _rng: RandomSource) -> Call:
    """Raises by one die of the commonest face, or doubts what is less likely than not."""
    own = view.cups[view.viewer or 0]
    others, bid = sum(map(len, view.cups)) - len(own), view.bid
    worth = {face: sum(die in {1, face} for die in own) + others / 3 for face in range(2, 7)}
    if bid and bid.count > worth[bid.face]:
        return Call()
    face = max(worth, key=worth.__getitem__)
    least = 1 if bid is None else bid.count + (face <= bid.face)
    return (
        Call(min(least, others + len(own)), face)
        if bid is None or least <= others + len(own)
        else Call()
    )


class Perudo(GameOf[Cups, Call]):
    """Bid how many dice show a face (ones are wild), or doubt the last bid."""

    BOTS = (doubtful,)

    MAX_PLAYERS = 6

    def roll(self, sizes: Iterable[int], rng: RandomSource) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(sorted(1 + random_below(6, rng) for _ in range(size))) for size in sizes)

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        dice: Annotated[int, Range(1, 6), "the dice of each player"] = 5,
    ) -> Cups:
        return Cups(self.roll([dice] * players, rng), players=players)

    def moves(self, state: Cups, seat: int) -> Sequence[Call]:
        bid, total = state.bid, sum(map(len, state.cups))
        found = [
            Call(count, face)
            for count in range(1, total + 1)
            for face in range(2, 7)
            if bid is None or (count, face) > (bid.count, bid.face)
        ]
        return found + ([Call()] if bid else [])

    def play(self, state: Cups, seat: int, move: Call, rng: RandomSource) -> Cups:
        if move.count:
            after = self.following(seat, state.cups)
            return state.replace(bid=move, bidder=seat, to_move=after).announce(
                f"player {seat} bids {move}"
            )
        assert state.bid
        found = sum(die in {1, state.bid.face} for cup in state.cups for die in cup)
        loser = state.bidder if found < state.bid.count else seat
        sizes = [len(cup) - (owner == loser) for owner, cup in enumerate(state.cups)]
        shown = " | ".join("".join(map(str, cup)) for cup in state.cups)
        state = state.announce(f"player {seat} doubts it; the dice are {shown}")
        cups = self.roll(sizes, rng)
        left = [owner for owner in range(state.players) if sizes[owner]]
        following = loser if sizes[loser] else self.following(loser, cups)
        return state.replace(
            cups=cups,
            bid=None,
            places=state.places if sizes[loser] else (*state.places, loser),
            to_move=None if len(left) == 1 else following,
        )

    def following(self, seat: int, cups: tuple[tuple[int, ...], ...]) -> int:
        seats: list[int] = [*range(seat + 1, len(cups)), *range(seat + 1)]
        return [each for each in seats if cups[each]][0]  # noqa: RUF015 - a type checker follows it

    def scores(self, state: Cups) -> Sequence[int]:
        return [
            state.places.index(seat) if seat in state.places else state.players
            for seat in range(state.players)
        ]

    def hide(self, state: Cups, seat: int | None) -> Cups:
        return state.replace(
            cups=tuple(
                cup if owner == seat else (0,) * len(cup) for owner, cup in enumerate(state.cups)
            )
        )

    def guess(self, view: Cups, rng: RandomSource) -> Cups:
        drawn = self.roll(map(len, view.cups), rng)
        return view.replace(
            cups=tuple(
                own if owner == view.viewer else cup
                for owner, (own, cup) in enumerate(zip(view.cups, drawn, strict=True))
            )
        )


SOUND: tuple[type[GameOf], ...] = (FollowSuit, Goofspiel, LoveLetter, Perudo, Pig)  # type: ignore[type-arg]
