"""Broken games of which each function does what it says, and games whose faults are no faults.

`SUBTLE` has for each broken game a part of the message: it names the method, and says what to mend.
A check cannot decide whether the authors of `SOUND_ENOUGH` wanted what they wrote.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from attrs import define, frozen

from testing.broken_games import Bids, Table
from testing.sound_games import (
    BARON,
    CARDS,
    KING,
    PRIEST,
    Auction,
    Call,
    Choice,
    Cups,
    FollowSuit,
    Goofspiel,
    Letters,
    LoveLetter,
    Perudo,
    Pig,
    Pot,
    Tricks,
    careful,
)
from westeros_intrigue.gamekit import (
    GameOf,
    Position,
    RandomSource,
    Range,
    Rule,
    random_below,
    replace_item,
    shuffle,
)

SUBTLE: dict[type[Any], str] = {}
SOUND_ENOUGH: list[type[Any]] = []


def subtle(message: str) -> Any:
    """Note the message for a broken game."""

    def note(cls: type[Any]) -> type[Any]:
        SUBTLE[cls] = message
        return cls

    return note


def sound_enough(cls: type[Any]) -> type[Any]:
    """Note a game that a check lets pass."""
    SOUND_ENOUGH.append(cls)
    return cls


# Options.


@subtle("the option cards=4, which OPTIONS offers: start raises IndexError: .*mend start for this")
class RaisesForFour(Bids):
    def start(
        self, players: int, rng: RandomSource, *, cards: Annotated[int, Range(1, 4)] = 3
    ) -> Table:
        _ = (1, 2, 3, 4)[cards]
        return super().start(players, rng)


@subtle("the option wild changes nothing: games are the same with false and true; start must use")
class IdleFlag(Bids):
    def start(self, players: int, rng: RandomSource, *, wild: bool = False) -> Table:
        return super().start(players, rng)


@subtle("deck=short, seed 0, after 0 moves: play, in line .*, raises KeyError: 'short'")
class HalfAnOption(Bids):
    def start(
        self, players: int, rng: RandomSource, *, deck: Literal["long", "short"] = "long"
    ) -> Table:
        return super().start(players, rng)

    def play(self, state: Table, seat: int, move: int, rng: RandomSource) -> Table:
        _ = {"long": 1}[str(state.options["deck"])]
        return super().play(state, seat, move, rng)


@subtle("the option size=7, which OPTIONS offers: start refuses it at every number of players: ")
class RefusesItsOwnRange(Bids):
    def start(
        self, players: int, rng: RandomSource, *, size: Annotated[int, Range(1, 7)] = 3
    ) -> Table:
        if size > 6:
            raise ValueError("too many cards")
        return super().start(players, rng)


@subtle(
    "two values of the option wind mean the same: games are the same with breeze and storm; start "
    "must tell them apart"
)
class TwoNamesOfOneWind(Pig):
    """A storm carries the points that a breeze does."""

    def start(  # type: ignore[override]
        self, players: int, rng: RandomSource, *, wind: Literal["calm", "breeze", "storm"] = "calm"
    ) -> Pot:
        return Pot((0 if wind == "calm" else 3,) * players, players=players)

    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        if move is Choice.ROLL:
            return super().play(state, seat, move, rng)
        points = replace_item(state.points, seat, state.points[seat] + state.pot)
        after = (seat + 1) % state.players if points[seat] < 20 else None
        return state.replace(points=points, pot=0, to_move=after)


# Texts of moves.


@subtle("parse_move reads the text '0?[0-9]*' as the move [0-9]*, so that a typing error is played")
class ManyTextsOfAMove(Goofspiel):
    def parse_move(self, text: str, /) -> int:
        return int(text)


@subtle("the moves 1 and 2 have the same words, 'bid a card', so nobody can choose between them")
class SameWords(Goofspiel):
    def move_in_words(self, _position: Auction, _move: int, /) -> str:
        return "bid a card"


@frozen
class Loose(Call):
    """A bid; any other text is a doubt."""

    @classmethod
    def parse(cls, text: str) -> Self:
        count, _, face = text.partition("x")
        return cls(int(count), int(face)) if count.isdecimal() and face.isdecimal() else cls()


@subtle(
    "Loose.parse reads the text .* as the move dudo, so that a typing error is played: it must "
)
class ReadsAnything(Perudo, GameOf[Cups, Loose]):
    def moves(self, state: Cups, seat: int) -> Sequence[Loose]:
        return [Loose(move.count, move.face) for move in super().moves(state, seat)]

    def play(self, state: Cups, seat: int, move: Call, rng: RandomSource) -> Cups:
        return super().play(state, seat, Call(move.count, move.face), rng)


@frozen
class Odd(Call):
    """A bid that is read carelessly."""

    @classmethod
    def parse(cls, text: str) -> Self:
        parts = text.split("x")
        return cls() if text == "dudo" else cls(int(parts[0]), int(parts[1]))


@subtle(
    "the move .*Odd.parse must raise ValueError for a text that is not a move, but for .* raises"
)
class RaisesIndexError(Perudo, GameOf[Cups, Odd]):
    def moves(self, state: Cups, seat: int) -> Sequence[Odd]:
        return [Odd(move.count, move.face) for move in super().moves(state, seat)]

    def play(self, state: Cups, seat: int, move: Call, rng: RandomSource) -> Cups:
        return super().play(state, seat, Call(move.count, move.face), rng)


# Rules and names.


@subtle("RULES: 2 rules have the id trick.lead: give each another id")
class OneIdTwice(Bids):
    RULES = (Rule("trick.lead", "The winner leads."), Rule("trick.lead", "Then the next."))


@subtle("KEY is 'monopoly', the key of a game of the library.* choose another KEY")
class TakenKey(Bids):
    KEY = "monopoly"


# Players.


def seldom(view: Pot, rng: RandomSource) -> Choice:
    """Stops before it has rolled once in fifty moves."""
    if not view.pot and random_below(50, rng) == 0:
        return Choice.STOP
    return Choice.ROLL if view.pot < 6 else Choice.STOP


@subtle("The player chose an illegal move, stop: .*the player 'seldom' at")
class SeldomIllegal(Pig):
    BOTS = (seldom,)


def hardly_ever(view: Pot, rng: RandomSource) -> Choice:
    """Stops before it has rolled once in about three hundred moves."""
    if not view.pot and random_below(100, rng) == 21:
        return Choice.STOP
    return careful(view, rng)


@subtle("The player chose an illegal move, stop: .*the player 'hardly-ever' at")
class HardlyEverIllegal(Pig):
    BOTS = (hardly_ever,)


def slow(view: Pot, _rng: RandomSource) -> Choice:
    """Needs a second and more."""
    time.sleep(1.1)
    return Choice.STOP if view.pot else Choice.ROLL


@subtle("the player 'slow' .*: it needs 1.. s for a move, and may need 1 s: make it faster")
class SlowBot(Pig):
    BOTS = (slow,)


# Worlds.


@subtle("guess draws the same world each time from a view: it must draw the hidden parts from its")
class OneWorld(Perudo):
    def guess(self, view: Cups, rng: RandomSource) -> Cups:
        cups = [
            cup if owner == view.viewer else tuple(range(1, len(cup) + 1))
            for owner, cup in enumerate(view.cups)
        ]
        return view.replace(cups=tuple(cups))


@subtle("the move .. of player . after .* moves? was not legal: guess must respect what the moves")
class IgnoresVoids(FollowSuit):
    def agrees(self, world: Tricks) -> bool:
        return True


@frozen
class Peeked(Position):
    hands: tuple[tuple[int, ...], ...]
    known: tuple[tuple[int, ...], ...]
    """For each seat, the first card of the next seat, once it has looked at it."""
    played: tuple[int, ...] = ()
    looker: int | None = None
    """The seat that has just looked."""


class Peek(GameOf[Peeked, str]):
    """Look at the next player's first card, or play your own. The highest card played wins."""

    MIN_PLAYERS = 3

    def start(self, players: int, rng: RandomSource) -> Peeked:
        cards = shuffle(range(1, 4 * players + 1), rng)
        hands = [cards[4 * seat : 4 * seat + 4] for seat in range(players)]
        return Peeked(tuple(hands), ((),) * players, players=players)

    def moves(self, state: Peeked, seat: int) -> Sequence[str]:
        return ["play"] if state.known[seat] or len(state.hands[seat]) < 2 else ["look", "play"]

    def play(self, state: Peeked, seat: int, move: str, rng: RandomSource) -> Peeked:
        after = (seat + 1) % state.players
        if move == "look":
            seen = state.hands[after][:1]
            known = replace_item(state.known, seat, seen)
            return state.replace(known=known, looker=seat, to_move=after)
        card, *rest = state.hands[seat]
        before = (seat - 1) % state.players
        hands = replace_item(state.hands, seat, tuple(rest))
        return state.replace(
            hands=hands,
            known=replace_item(state.known, before, ()),
            played=(*state.played, card),
            looker=None,
            to_move=after if all(hands) else None,
        )

    def scores(self, state: Peeked) -> Sequence[int]:
        return [-len(hand) for hand in state.hands]

    def hide(self, state: Peeked, seat: int | None) -> Peeked:
        return state.replace(
            hands=tuple(
                hand if owner == seat else (0,) * len(hand)
                for owner, hand in enumerate(state.hands)
            ),
            known=tuple(
                seen if owner == seat else (0,) * len(seen)
                for owner, seen in enumerate(state.known)
            ),
        )

    def guess(self, view: Peeked, rng: RandomSource) -> Peeked:
        me = view.viewer
        own = () if me is None else (*view.hands[me], *view.known[me])
        known = {*own, *view.played}
        cards = [
            *shuffle([card for card in range(1, 4 * view.players + 1) if card not in known], rng)
        ]
        hands = []
        for owner, hand in enumerate(view.hands):
            first = () if me is None or owner != (me + 1) % view.players else view.known[me]
            if owner == me:
                hands.append(hand)
            else:
                hands.append((*first, *(cards.pop() for _ in range(len(hand) - len(first)))))
        seen = tuple(
            one if owner == me else hands[(owner + 1) % view.players][: len(one)]
            for owner, one in enumerate(view.known)
        )
        return view.replace(hands=tuple(hands), known=seen)


@subtle("contradicts what the field known noted of a move after .*: guess must keep to")
class ForgetsInWorlds(Peek):
    def guess(self, view: Peeked, rng: RandomSource) -> Peeked:
        blind = super().guess(view.replace(known=tuple(() for _ in view.known)), rng)
        return blind.replace(
            known=tuple(
                one if owner == view.viewer else blind.hands[(owner + 1) % view.players][: len(one)]
                for owner, one in enumerate(view.known)
            )
        )


@subtle("no longer sees hands ., which it saw before and which has not changed: hide must not hide")
class HidesAgain(Peek):
    """Who has just looked sees the whole hand, until the next move."""

    def play(self, state: Peeked, seat: int, move: str, rng: RandomSource) -> Peeked:
        return super().play(state, seat, move, rng).replace(known=((),) * state.players)

    def hide(self, state: Peeked, seat: int | None) -> Peeked:
        view = super().hide(state, seat)
        if seat is None or seat != state.looker:
            return view
        after = (seat + 1) % state.players
        return view.replace(hands=replace_item(view.hands, after, state.hands[after]))

    def guess(self, view: Peeked, rng: RandomSource) -> Peeked:
        shown = {card for hand in view.hands for card in hand} | {*view.played}
        every = range(1, 4 * view.players + 1)
        left = [*shuffle([card for card in every if card not in shown], rng)]
        hands = tuple(tuple(card or left.pop() for card in hand) for hand in view.hands)
        return view.replace(hands=hands)


@subtle("contradicts what the field known noted of a move after .*: guess must keep to")
class ForgetsLetters(LoveLetter):
    """Worlds in which another player holds another card than the seat has seen there."""

    def guess(self, view: Letters, rng: RandomSource) -> Letters:
        blind = super().guess(view.replace(known=((0,) * view.players,) * view.players), rng)
        return blind.replace(known=view.known)


@subtle("no longer sees known ., which it saw before and which has not changed: hide must not hide")
class HidesLettersAgain(LoveLetter):
    """Only who has just moved sees what their seat knows."""

    def hide(self, state: Letters, seat: int | None) -> Letters:
        view = super().hide(state, seat)
        is_recent = state.last is not None and state.last.card in {PRIEST, BARON, KING}
        return view if is_recent else view.replace(known=((0,) * view.players,) * view.players)


# Ends.


@subtle("scores returned nan for player 0, which is neither more nor less than any score: return")
class NoNumber(Pig):
    def scores(self, state: Pot) -> Sequence[Any]:
        return [float("nan")] * state.players


@subtle("4 players, .*the game does not end in 10000 moves: play must set to_move to None at the")
class EndlessForFour(Pig):
    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        after = super().play(state, seat, move, rng)
        return after if after.to_move or state.players < 4 else after.replace(to_move=seat, pot=0)


# Chance and secrets.


@subtle("the moves lead elsewhere if they are made again: play must draw only from its `rng`")
class OwnChance(Pig):
    """After the first turns, a generator of its own throws the die."""

    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        return super().play(state, seat, move, rng if state.turn < 5 else random.Random())


@subtle("player 0 sees the same fields after .* but its log shows which: hide must show a seat its")
class HidesOwnBid(Goofspiel):
    def hide(self, state: Auction, seat: int | None) -> Auction:
        return state.replace(
            bids=tuple(0 if bid else bid for bid in state.bids), prizes=(0,) * len(state.prizes)
        )


@subtle("another process has other moves or another order, .*: sort values that come from a set")
class OrderOfASet(FollowSuit):
    def moves(self, state: Tricks, seat: int) -> Sequence[str]:
        return [*{*super().moves(state, seat)}]


@subtle(
    "moves must return a list of moves for player .*: set to_move to a seat that has a move, or"
)
class NoMoveIsLeft(FollowSuit):
    def play(self, state: Tricks, seat: int, move: str, rng: RandomSource) -> Tricks:
        after = super().play(state, seat, move, rng)
        return after if after.to_move else after.replace(to_move=seat)


# Moves and players.


@define
class Loud:
    """A call that is not frozen."""

    @classmethod
    def parse(cls, text: str) -> Self:
        del text
        return cls()


@subtle("the class Loud must be frozen: write @attrs.frozen above it")
class MovesThatChange(Perudo, GameOf[Cups, Loud]):
    pass


def hasty(view: Pot, _rng: RandomSource) -> Choice:
    """Divides by the pot."""
    return Choice.STOP if 20 // view.pot < 3 else Choice.ROLL


@subtle("^hasty, in line .*, raises ZeroDivisionError: .*the player 'hasty' at")
class RaisingBot(Pig):
    BOTS = (hasty,)


# What an author writes for learners.


@subtle("ACTIONS lacks the legal move S6: list every move")
class UnlistedMove(FollowSuit):
    ACTIONS = CARDS[:-1]


@subtle("tensor returns .: every number must be from 0 to 1, so divide it by the largest possible")
class LargeNumbers(FollowSuit):
    def tensor(self, view: Tricks, /) -> Sequence[float]:
        return view.won


@subtle("tensor returns . numbers?, and 0 for another view: it must always return as many")
class EverMoreNumbers(FollowSuit):
    def tensor(self, view: Tricks, /) -> Sequence[float]:
        return [0.5] * len(view.played)


# What a check cannot decide.


# Games and bots that never end, and bots that do not play the game by themselves.


def tireless(view: Pot, _rng: RandomSource) -> Choice:
    """Rolls for ever."""
    del view
    return Choice.ROLL


@subtle("'tireless' at .*: the game does not end: the player must not move in circles")
class TirelessBot(Pig):
    BOTS = (tireless,)


@subtle("the game does not end in 10000 moves: play must set to_move to None at the end")
class LongerThanLives(Pig):
    """A hundred and fifty thousand moves, after which somebody has won."""

    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        after = super().play(state, seat, move, rng)
        if after.to_move or state.turn > 150_000:
            return after
        return after.replace(to_move=(seat + 1) % state.players)


def moody(view: Pot, rng: RandomSource) -> Choice:
    """Throws a coin of its own."""
    del rng
    return Choice.STOP if view.pot and random.random() < 0.5 else Choice.ROLL


@subtle("The player drew from Python's global source of random numbers .*'moody' at")
class MoodyBot(Pig):
    BOTS = (moody,)


class _Counter:
    """A bot that counts its moves."""

    __name__ = "counter"
    moves = 0

    def __call__(self, view: Pot, rng: RandomSource) -> Choice:
        del rng
        self.moves += 1
        return Choice.STOP if view.pot and self.moves % 2 else Choice.ROLL


@subtle("'counter' at .*: asked twice with the same random numbers, it chose different moves")
class RemembersMoves(Pig):
    BOTS = (_Counter(),)


def of_base(view: Pot, _rng: RandomSource) -> Choice:
    """Asks the game of which the one that it plays is a subclass."""
    return Pig().legal_moves(view)[-1]


@subtle("'of-base' asks the game pig for legal_moves, .* and plays stops-at-once, which answers")
class StopsAtOnce(Pig):
    """Pig in which nobody has to roll."""

    BOTS = (of_base,)

    def moves(self, state: Pot, seat: int) -> Sequence[Choice]:
        return [Choice.STOP, Choice.ROLL]


@subtle("scores must have .*, not ")
class ScoresOfOthers(Pig):
    def scores(self, state: Pot) -> Sequence[int]:
        return state.points[1:]


@subtle("has other things in .* than each state of the game, such as ")
class CardsTwice(FollowSuit):
    """Worlds in which a card that is set aside is another one."""

    def guess(self, view: Tricks, rng: RandomSource) -> Tricks:
        world = super().guess(view, rng)
        return world.replace(aside=world.aside[:1] * len(world.aside))


@sound_enough
class LowestWins(Pig):
    """The scores may be meant so."""

    def scores(self, state: Pot) -> Sequence[int]:
        return [-points for points in state.points]


@sound_enough
class OpenPrizes(Goofspiel):
    """The prizes to come lie open; only the author knows whether they should."""

    def hide(self, state: Auction, seat: int | None) -> Auction:
        return super().hide(state, seat).replace(prizes=state.prizes)

    def guess(self, view: Auction, rng: RandomSource) -> Auction:
        return super().guess(view, rng).replace(prizes=view.prizes)


@sound_enough
class LoadedDie(Pig):
    """A die with two sixes."""

    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        if move is Choice.ROLL and random_below(12, rng) == 0:
            return state.replace(pot=state.pot + 6).announce(f"player {seat} rolls 6")
        return super().play(state, seat, move, rng)


@sound_enough
class UnfairGuess(Perudo):
    """Worlds in which high dice are more likely than at the table."""

    MAX_PLAYERS = 3

    def guess(self, view: Cups, rng: RandomSource) -> Cups:
        first, second = super().guess(view, rng), super().guess(view, rng)
        return max(first, second, key=lambda world: sum(map(sum, world.cups)))


@sound_enough
class NoRuleIsCited(Pig):
    RULES = (Rule("pig.three", "Three sixes in a row lose the game."),)


@sound_enough
class FirstWinsTies(Pig):
    def scores(self, state: Pot) -> Sequence[tuple[int, int]]:  # type: ignore[override]
        return [(points, -seat) for seat, points in enumerate(state.points)]


def timid(view: Pot, _rng: RandomSource) -> Choice:
    """Stops at once."""
    return Choice.STOP if view.pot else Choice.ROLL


@sound_enough
class WeakBot(Pig):
    BOTS = (timid,)


@sound_enough
class OddWords(Pig):
    """Sentences that nobody would say."""

    def question(self, position: Pot, /) -> str:
        return "What what?"

    def move_in_words(self, _position: Pot, move: Choice, /) -> str:
        return f"{move} {move}"
