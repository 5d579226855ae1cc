"""A small game with hidden hands, secret bids and a die, and copies of it with one thing broken.

`BROKEN` has for each a part of the message that says what to mend. The classes are those of a
module, since a check plays games in another process too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from attrs import frozen

from westeros_intrigue.gamekit import (
    GameOf,
    OptionValue,
    Position,
    RandomSource,
    Range,
    Refusals,
    Row,
    Rule,
    Word,
    random_below,
    replace_item,
    shuffle,
)

DECK = tuple(range(1, 13))


@frozen
class Table(Position):
    """Each player has three cards, and chooses one in secret; all are turned over at once."""

    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int | None, ...]
    played: tuple[int, ...]
    deck: tuple[int, ...]
    prizes: tuple[int, ...]


class Bids(GameOf[Table, int]):
    """All choose a card in secret. The highest wins the number of a die."""

    def start(self, players: int, rng: RandomSource) -> Table:
        cards = shuffle(DECK, rng)
        return Table(
            tuple(tuple(sorted(cards[3 * seat : 3 * seat + 3])) for seat in range(players)),
            (None,) * players,
            (),
            cards[3 * players :],
            (0,) * players,
            players=players,
            to_move=range(players),
        )

    def moves(self, state: Table, seat: int) -> Sequence[int]:
        return state.hands[seat]

    def play(self, state: Table, seat: int, move: int, rng: RandomSource) -> Table:
        hand = tuple(card for card in state.hands[seat] if card != move)
        state = state.replace(
            hands=replace_item(state.hands, seat, hand),
            chosen=replace_item(state.chosen, seat, move),
            to_move=[each for each in state.to_move if each != seat],
        ).announce(f"player {seat} chooses {move}", to=[seat], others=f"player {seat} has chosen")
        return state if state.to_move else self.resolve(state, rng)

    def resolve(self, state: Table, rng: RandomSource) -> Table:
        cards = [card or 0 for card in state.chosen]
        winner, die = cards.index(max(cards)), 1 + random_below(6, rng)
        return state.replace(
            chosen=(None,) * state.players,
            played=(*state.played, *cards),
            prizes=replace_item(state.prizes, winner, state.prizes[winner] + die),
            to_move=range(state.players) if state.hands[0] else None,
        ).announce(f"player {winner} wins {die}")

    def scores(self, state: Table) -> Sequence[Any]:
        return state.prizes

    def hide(self, state: Table, seat: int | None) -> Table:
        return state.replace(
            hands=tuple(
                hand if owner == seat else (0,) * len(hand)
                for owner, hand in enumerate(state.hands)
            ),
            chosen=tuple(
                0 if card and owner != seat else card for owner, card in enumerate(state.chosen)
            ),
            deck=(0,) * len(state.deck),
        )

    def guess(self, view: Table, rng: RandomSource) -> Table:
        own = view.hands[view.viewer] if view.viewer is not None else ()
        known = {*own, *view.played, *view.chosen}
        cards = iter(shuffle([card for card in DECK if card not in known], rng))
        hands = tuple(
            hand if owner == view.viewer else tuple(sorted(next(cards) for _ in hand))
            for owner, hand in enumerate(view.hands)
        )
        chosen = tuple(next(cards) if card == 0 else card for card in view.chosen)
        return view.replace(hands=hands, chosen=chosen, deck=tuple(cards))


BROKEN: dict[type[Any], str] = {}


def broken(message: str) -> Any:
    """Note the message for a broken game."""

    def note(cls: type[Any]) -> type[Any]:
        BROKEN[cls] = message
        return cls

    return note


@broken(r"the state has the deciders \(0, 1\), not \(0,\)")
class OtherDeciders(Bids):
    def deciders(self, position: Table, /) -> tuple[int, ...]:
        return position.to_move[:1]


# The form of the class.


@broken(
    r"missing: def start\(self, players: int, rng: RandomSource\) -> Table\n.*missing: def moves"
)
class Empty(GameOf[Table, int]):
    """A game with nothing in it."""


@broken(r"def play\(self, state: Table, seat: int, move: int, rng: RandomSource\) -> Table, not")
class ForgetsRng(Bids):
    def play(self, state: Table, seat: int, move: int) -> Table:  # type: ignore[override]
        return super().play(state, seat, move, random.Random(1))


class Thawed(Position):
    hands: tuple[int, ...] = ()


@broken("the class Thawed must be frozen: write @attrs.frozen above it")
class NotFrozen(GameOf[Thawed, int]):
    start, moves, play, scores = Bids.start, Bids.moves, Bids.play, Bids.scores  # type: ignore[assignment]


@broken(
    "NAME, 5, must be a line of text.*KEY, 'A/b', must be lower-case .*RULES.0. must be a "
    "Rule, not 'take'.*MIN_PLAYERS must be an int, not '2'.*BOTS.0. must be a Callable"
)
class WrongConstants(Bids):
    NAME, KEY, MIN_PLAYERS, RULES, BOTS = 5, "A/b", "2", ("take",), ("x",)  # type: ignore[assignment]


@broken("MIN_PLAYERS, 3, must be at most MAX_PLAYERS, 2")
class FewerAtMost(Bids):
    MIN_PLAYERS, MAX_PLAYERS = 3, 2


@broken("the default of cards must be from 1 to 9, not 50")
class WrongDefault(Bids):
    def start(
        self, players: int, rng: RandomSource, *, cards: Annotated[int, Range(1, 9)] = 50
    ) -> Table:
        return super().start(players, rng)


@broken(r"the option cards of start must be keyword-only: write \* before it")
class PositionalOption(Bids):
    def start(self, players: int, rng: RandomSource, cards: int = 3) -> Table:
        return super().start(players, rng)


# Types.


@frozen
class Loose(Table):
    taken: list[int] = []  # noqa: RUF008 - the fault


@broken(r"Loose\.taken: .*list\[int\].*tuple\[int, \.\.\.\]")
class ListInState(GameOf[Loose, int]):
    moves, play, scores, hide, guess = Bids.moves, Bids.play, Bids.scores, Bids.hide, Bids.guess  # type: ignore[assignment]
    resolve = Bids.resolve

    def start(self, players: int, rng: RandomSource) -> Loose:
        table = Bids().start(players, rng)
        return Loose(
            table.hands, table.chosen, table.played, table.deck, table.prizes,
            players=players, to_move=table.to_move,
        )  # fmt: skip


@frozen
class Taken(Position):
    seed: int = 0
    log: tuple[int, ...] = ()  # type: ignore[assignment]
    _secret: int = 0


@broken(
    "Taken.seed: choose another name, since the kit uses this one.*Taken.log: choose another name"
    ".*Taken._secret: choose a name that does not begin with _"
)
class TakenNames(GameOf[Taken, int]):
    start, moves, play, scores = Bids.start, Bids.moves, Bids.play, Bids.scores  # type: ignore[assignment]


@frozen
class Odd(Position):
    stake: int | str = 0


@broken(r"Odd\.stake: int \| str has no JSON: use int.*the option high of start must be a bool")
class UnionInState(GameOf[Odd, int]):
    moves, play, scores, hide, guess = Bids.moves, Bids.play, Bids.scores, Bids.hide, Bids.guess  # type: ignore[assignment]

    def start(self, players: int, rng: RandomSource, *, high: Literal[1, "a"] | None = None) -> Odd:
        return Odd(players=players)


@broken(r"the field prizes contains \[0, 0\], a list: use int, bool, str, a Word, a frozen class")
class ListAsValue(Bids):
    def start(self, players: int, rng: RandomSource) -> Table:
        return super().start(players, rng).replace(prizes=[0] * players)


@broken("moves must be a tuple, not None")
class ForgetsReturn(Bids):
    def moves(self, state: Table, seat: int) -> Sequence[int]:  # type: ignore[return]
        assert state.hands[seat]


@broken(r"moves\[0\] must be an int, not '")
class MovesAsText(Bids):
    def moves(self, state: Table, seat: int) -> Sequence[Any]:
        return [*map(str, state.hands[seat])]


@broken("a seat of to_move must be from 0 to 1, not 2")
class SeatAfterTheLast(Bids):
    def play(self, state: Table, seat: int, move: int, rng: RandomSource) -> Table:
        return super().play(state, seat, move, rng).replace(to_move=seat + 1)


# Refusals.


class Refusal(Refusals):
    """The reasons for refusing a card."""

    NOT_HELD = Row("not-held", "bid.own", "the hand does not have the card.")
    WITHOUT_RULE = Row("not-held", "bid.none", "the hand does not have the card.")


class Refusing(Bids):
    """The same with a reason for each refused card."""

    RULES = (Rule("bid.own", "Each player bids a card of the own hand."),)

    def refuse(self, state: Table, seat: int, move: int) -> Iterator[Any]:
        if move not in state.hands[seat]:
            yield Refusal.NOT_HELD


@broken("is legal, but refuse yields Refusal.NOT_HELD: moves and refuse must agree")
class RefusesAll(Refusing):
    def refuse(self, state: Table, seat: int, move: int) -> Iterator[Any]:
        yield Refusal.NOT_HELD


@broken("is refused, but refuse yields no reason for it")
class RefusesHighCardsOnly(Refusing):
    def refuse(self, state: Table, seat: int, move: int) -> Iterator[Any]:
        return (each for each in super().refuse(state, seat, move) if move > len(DECK))


@broken("the violation 'not-held' cites the rule 'bid.none', which is not in the rulebook")
class CitesNoRule(Refusing):
    def refuse(self, state: Table, seat: int, move: int) -> Iterator[Any]:
        return (Refusal.WITHOUT_RULE for _ in super().refuse(state, seat, move))


@broken("refuse must yield members of Refusals, or a Fault of one with its facts, not 'no'")
class RefusesInText(Refusing):
    def refuse(self, state: Table, seat: int, move: int) -> Iterator[Any]:
        return ("no" for _ in super().refuse(state, seat, move))


# Players.


def cheat(view: Table, _rng: RandomSource) -> int:
    """Plays a card that it does not have."""
    return 99


@broken("an illegal move, 99: 99 is not legal: choose .*'cheat' at ")
class CheatingBot(Bids):
    BOTS = (cheat,)


@broken("BOTS, .*, must be functions with different names, not random or thinker")
class TwoOfOneName(Bids):
    BOTS = (cheat, cheat)


@broken(
    "SECONDS, {'cheater': 0.1}, must be a mapping from names among random, cheat and sampling:N"
)
class SecondsOfNobody(Bids):
    BOTS = (cheat,)
    SECONDS: ClassVar[Mapping[str, float]] = {"cheater": 0.1}


@broken("SECONDS of random, 0, must be a number above 0")
class NoSeconds(Bids):
    SECONDS: ClassVar[Mapping[str, float]] = {"random": 0}


# Chance.


@broken("the same seed leads to different games")
class OwnDice(Bids):
    def start(self, players: int, rng: RandomSource) -> Table:
        return super().start(players, random.Random())


class Colour(Word):
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    GOLD = "gold"
    BLACK = "black"
    WHITE = "white"
    PURPLE = "purple"
    ORANGE = "orange"


@frozen
class Painted(Position):
    left: tuple[Colour, ...] = tuple(Colour)


@broken("another process has other moves or another order, .*: sort values that come from a set")
class MovesFromASet(GameOf[Painted, Colour]):
    def start(self, players: int, rng: RandomSource) -> Painted:
        return Painted(players=players)

    def moves(self, state: Painted, seat: int) -> list[Colour]:
        return [Colour(word) for word in {colour.value for colour in state.left}]

    def play(self, state: Painted, seat: int, move: Colour, rng: RandomSource) -> Painted:
        left = tuple(colour for colour in state.left if colour != move)
        return state.replace(left=left, to_move=(seat + 1) % state.players if left else None)

    def scores(self, state: Painted) -> list[int]:
        return [0] * state.players


# Ends.


@broken("the game does not end")
class NoEnd(Bids):
    def moves(self, state: Table, seat: int) -> Sequence[int]:
        return DECK

    def play(self, state: Table, seat: int, move: int, rng: RandomSource) -> Table:
        return state

    hide, guess = GameOf.hide, GameOf.guess


@broken(r"moves must return a list of moves for player 0, not \(\)")
class NoMoves(Bids):
    def moves(self, state: Table, seat: int) -> Sequence[int]:
        return state.hands[seat] if state.turn < 2 else ()


@broken(r"play must return state.replace\(...\), which keeps the log .*, not a new Table")
class NewPosition(Bids):
    def play(self, state: Table, seat: int, move: int, rng: RandomSource) -> Table:
        return self.start(state.players, rng)


@broken("moves must return a list of moves for player 0, not {")
class SetOfMoves(Bids):
    def moves(self, state: Table, seat: int) -> Sequence[int]:
        return {*state.hands[seat]}  # type: ignore[return-value]


@broken("the text that draw returns must be a str, not None")
class ForgetsText(Bids):
    def draw(self, position: Table) -> str:  # type: ignore[empty-body]
        """Forget to return."""


@broken(r"scores returned \(0, None\), which have no order: '<' not supported")
class MissingScore(Bids):
    def scores(self, state: Table) -> Sequence[Any]:
        return [0, None]


# Secrets.


@broken("equal random numbers lead to different worlds: guess must draw only from its rng")
class OwnChance(Bids):
    def guess(self, view: Table, rng: RandomSource) -> Table:
        return super().guess(view, random.SystemRandom())


@broken("all games start alike, but guess draws others: draw from the `rng` of start")
class StartsAlike(Bids):
    def start(self, players: int, rng: RandomSource) -> Table:
        return super().start(players, random.Random(1))


@broken("the view of player . has other legal moves than the state: they may depend only")
class MovesByOthers(Bids):
    def moves(self, state: Table, seat: int) -> Sequence[int]:
        return [card for card in state.hands[seat] if card != max(map(max, state.hands))]


@broken("its log shows which: announce a secret move with `to=")
class TellsBids(Bids):
    def play(self, state: Table, seat: int, move: int, rng: RandomSource) -> Table:
        return super().play(state, seat, move, rng).announce(f"player {seat} chooses {move}")


@broken("the order of their answers, .*, matters: take effect when all have answered")
class EarlyPrize(Bids):
    def play(self, state: Table, seat: int, move: int, rng: RandomSource) -> Table:
        after = super().play(state, seat, move, rng)
        if len(state.to_move) == state.players:
            return after.replace(prizes=replace_item(after.prizes, seat, after.prizes[seat] + 1))
        return after


@broken("a world drawn from the view of a spectator shows another view, in deck: hide and guess")
class LeaksTheDeck(Bids):
    def hide(self, state: Table, seat: int | None) -> Table:
        return super().hide(state, seat).replace(deck=state.deck)


@broken("hide hides nothing: it must replace what a seat may not know; or omit hide and guess")
class ShowsAll(Bids):
    def hide(self, state: Table, seat: int | None) -> Table:
        return state

    def guess(self, view: Table, rng: RandomSource) -> Table:
        return view


@broken("has other things in hands, chosen, played and deck than each state of the game")
class DealsTwice(Bids):
    def guess(self, view: Table, rng: RandomSource) -> Table:
        world = super().guess(view, rng)
        return world.replace(deck=tuple(1 for _ in world.deck))


# Lines.


@broken("the line .* is read as a position with another line")
class ReadsWithoutPrizes(Bids):
    def parse_position(self, text: str, options: Mapping[str, OptionValue] = {}, /) -> Table:
        position = super().parse_position(text, options)
        return position.replace(prizes=(0,) * position.players)


@broken("is read as a position of which legal_moves returns .*: it may depend only on what a line")
class MovesByTheLog(Bids):
    def moves(self, state: Table, seat: int) -> Sequence[int]:
        return state.hands[seat] if state.log else state.hands[seat][:1]


@broken("the record of a game that begins at .* leads elsewhere")
class SuppliesPrizes(Bids):
    def supply_chance(self, state: Table, seed: int, /) -> Table:
        return super().supply_chance(state, seed).replace(prizes=(0,) * state.players)
