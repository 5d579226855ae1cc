"""`HouseRules`: the card game with a few changes.

A house rule is a subclass that overrides only what it changes. States, views, events and documents
stay the same, so the terminal, the page, matches and bots play it like the original game.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, Self

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.authoring import declarations
from westeros_intrigue.gamekit.authoring.authored import PREFIX, AuthoredGame
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.defaults import (
    deciders,
    goods_of,
    move_in_words,
    player_in_words,
    titles,
)
from westeros_intrigue.gamekit.documents import Documents
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.game import GAMES, Game
from westeros_intrigue.gamekit.options import Option, OptionValue, check_options
from westeros_intrigue.gamekit.players import NamedPlayers
from westeros_intrigue.gamekit.records import GameRecord
from westeros_intrigue.gamekit.refusals import AnyViolation, IllegalMove, Refusals, Row, Violation
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.rulebook import Rule, Rulebook, in_paragraphs, paragraphs
from westeros_intrigue.rules import house_rules, log, moves, scoring, variants
from westeros_intrigue.rules.cards import House, Move, Slot
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.game_events import Event, seen_by
from westeros_intrigue.rules.house_rules import HouseRule, find_house_rule, register_house_rule
from westeros_intrigue.rules.points import Decision
from westeros_intrigue.rules.state import GameState, setup
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.rules.view import Position, View
from westeros_intrigue.rules.violations import ViolationCode


class _HouseRefusal(Refusals):
    """The reason for refusing a move that only the house rule forbids; the fact is its rule."""

    NOT_ALLOWED = Row[Rule | None](
        "not-allowed", "", lambda rule: rule.text if rule else "the house rule forbids it"
    )

    def put_together(self, move: object, obstacle: str, remedy: str) -> str:
        del remedy
        return f"{move}: {obstacle}"


def _card_game() -> Game[GameState, View, Move]:
    """Return the whole card game; its views, notation and pictures build on the rules."""
    return GAMES["westeros-intrigue"]


class HouseRules(HouseRule[Position], AuthoredGame[GameState]):
    """Base of house rules for the card game; an instance is a `Game`.

    Override `allows` to forbid moves, `permits` to allow placements that the rules forbid, `total`
    to change points, `OPTIONS` to add options, or any function of `Game`; `super()` calls the card
    game's version. `options_of` returns a table's options. The docstring becomes part of the
    `PRIMER`.

    >>> from westeros_intrigue import play_game
    >>> from westeros_intrigue.rules import Rule
    >>> class MixedHouses(HouseRules):
    ...     '''Nobody places a card of the house that was placed before.'''
    ...
    ...     RULES = (Rule("house.mixed", "The house must differ from the card before."),)
    ...
    ...     def allows(self, position, move):
    ...         placed = position.placements
    ...         return not placed or move.card.house is not placed[-1].move.card.house
    >>> game = MixedHouses()
    >>> game.NAME, game.KEY
    ('Mixed Houses', 'mixed-houses')
    >>> play_game(["greedy", "random", "provident"], game=game, seed=1)
    <GameState: 3 players, round 3 of 3, game-over>

    Raises:
        WrongType: the class overrides nothing, a constant has the wrong type, or `allows`,
            `permits` or `total` other parameters; the message lists all faults.
    """

    RULES: ClassVar[tuple[Rule, ...]] = ()
    """The house rules; a refusal cites the first one."""
    OPTIONS: Sequence[Option]
    """The options of a table; by default the card game's."""
    RULES_VERSION: int = moves.RULES_VERSION
    """The version of the rules, in records; games by another version cannot be continued."""
    MIN_PLAYERS: int = variants.MIN_PLAYERS
    """The minimum number of players."""
    MAX_PLAYERS: int = variants.MAX_PLAYERS
    """The maximum number of players."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not hasattr(cls, "OPTIONS"):
            cls.OPTIONS = _card_game().OPTIONS

    def __new__(cls) -> Self:
        """Check the class, then make its only instance known by its key."""
        rule = super().__new__(cls)
        register_house_rule(rule)
        return rule

    # The methods that an author writes.

    def allows(self, position: Position, move: Move, /) -> bool:
        """Return True if the house rule allows a legal move, in a state or a view.

        If that leaves a player without a move, all legal moves are allowed.

        >>> def allows(self, position, move):
        ...     return move.slot.row < 3

        Args:
            position: a state or a view.
            move: a move that the printed rules allow.
        """
        del position, move
        return True

    def permits(
        self,
        court: Mapping[Slot, House],
        house: House,
        slot: Slot,
        code: ViolationCode,
        options: Mapping[str, OptionValue],
        /,
    ) -> bool:
        """Return True if a card of the house may go to a slot that a printed rule closes.

        Two rules can be lifted. A slot that is occupied, or has no card below it, stays closed.

        The slot is then open in the state, in views, records and documents, and when the rules
        decide whether a player goes out.

        >>> def permits(self, court, house, slot, code, options):
        ...     left, right = slot.supports
        ...     return code is ViolationCode.HOUSE_UNMATCHED and court[left] is court[right]

        Args:
            court: the house of the card in each slot.
            house: the house of the card to place.
            slot: the slot that a printed rule closes.
            code: that rule: `HOUSE_UNMATCHED` (a card must match one of the two below it) or
                `ROW_FULL` (the bottom row is full; it can grow to eight cards).
            options: the options of the house rule at this table.
        """
        del court, house, slot, code, options
        return False

    def total(self, state: Position, player: int, total: int, /) -> int:
        """Return the final total of a player, from 0; the lowest wins, and icons break ties.

        >>> def total(self, state, player, total):
        ...     return total - sum(result.last_placer == player for result in state.results)

        Args:
            state: a state or a view of a finished game.
            player: the seat, from 0.
            total: the seat's total by the printed rules.
        """
        del state, player
        return total

    def options_of(self, position: Position, /) -> Mapping[str, Any]:
        """Return the house rule's options at the table of a state or a view.

        >>> def total(self, state, player, total):
        ...     return total - self.options_of(state).get("bonus", 0)
        """
        return self._read_options(position.variant.house_rule)

    # The rest follows from these methods.

    @property
    def opens_slots(self) -> bool:
        """True if the house rule can allow placements that the rules forbid."""
        return type(self).permits is not HouseRules.permits

    @property
    def replaced(self) -> frozenset[str]:
        """The methods that begin or continue a game and that the house rule replaces."""
        classes = type(self).__mro__
        own = classes[: classes.index(HouseRules)]
        return frozenset(name for cls in own for name in _PLAYING & vars(cls).keys())

    @property
    def _own_options(self) -> Mapping[str, Option]:
        return self._added_options

    @cached_property
    def _added_options(self) -> Mapping[str, Option]:
        names = {option.name for option in _card_game().OPTIONS}
        return {option.name: option for option in self.OPTIONS if option.name not in names}

    def _find_faults(self) -> Iterator[str]:
        return _faults(self)

    def _record_members(self) -> dict[str, object]:
        base: Any = self._record_class

        def name_house_rule(record: Any) -> None:  # noqa: ANN401 - a subclass of the base
            # Earlier records of a rule that only forbids moves have it in their title alone.
            object.__setattr__(record, "variant", self._name(record.variant))
            base.__attrs_post_init__(record)

        return {"__attrs_post_init__": name_house_rule}

    def _name(self, variant: Variant) -> Variant:
        """Return a variant with the name of this house rule, if it has none."""
        if variant.house_rule:
            return variant
        return attrs.evolve(variant, house_rule=self._text_of({}))

    @property
    def _record_class(self) -> type[GameRecord[GameState]]:
        return _card_game().Record

    @property
    def PRIMER(self) -> tuple[str, ...]:  # noqa: N802 - a name of Game
        """The house rules that a newcomer needs, then the game's rules."""
        return (*paragraphs(type(self).__doc__ or ""), *moves.PRIMER)

    def table_rules(self, position: Position, /) -> tuple[str, ...]:
        """Return the house rules in words, then the rules that the players of a table need.

        >>> from westeros_intrigue import setup
        >>> class SilentTable(HouseRules):
        ...     "Nobody says what they hold."
        ...
        ...     def allows(self, position, move):
        ...         return True
        >>> SilentTable().table_rules(setup(3, seed=1))[0]
        'Nobody says what they hold.'
        """
        rules = self.RULEBOOK.of_table(position.variant.traits(position.players))
        return (*paragraphs(type(self).__doc__ or ""), *in_paragraphs(rules))

    @property
    def NOTATION(self) -> tuple[str, ...]:  # noqa: N802 - a name of HasNotation
        """Paragraphs about how moves are written, with moves between back-ticks."""
        return moves.NOTATION

    @staticmethod
    def spellings(move: Move) -> tuple[str, ...]:
        """Return words for a move besides its notation.

        >>> from westeros_intrigue import parse_move
        >>> HouseRules.spellings(parse_move("S4@a0"))
        ('Stark 4 to a0', 'Stark to a0', 'S to a0')
        """
        return moves.spellings(move)

    @property
    def RULEBOOK(self) -> Rulebook:  # noqa: N802 - a name of Game
        """The rules by id, the house rules last."""
        return self._rulebook

    @cached_property
    def _rulebook(self) -> Rulebook:
        return Rulebook([*moves.RULEBOOK.values(), *self.RULES])

    @property
    def DOCUMENTS(self) -> Documents:  # noqa: N802 - a name of Game
        """The card game's documents, except that records begin with the key of the house rule."""
        return self._documents

    @cached_property
    def _documents(self) -> Documents:
        documents, cls, base = _card_game().DOCUMENTS, self.Record, self._record_class
        codec = documents._codecs.codec_for(base)

        def read(data: object) -> GameRecord[GameState]:
            record = codec.read(data)
            parts = attrs.asdict(record, recurse=False)
            if not record.variant.house_rule:
                del parts["state"]
                return cls(**parts)  # which names the house rule
            return values.make_unchecked(cls, **parts)

        return attrs.evolve(
            documents,
            codecs=documents._codecs.extended({cls: attrs.evolve(codec, read=read)}),
            kinds=[*documents.kinds.items(), (cls, "record")],
            games={cls: self.KEY},
            find=self._find_documents,
        )

    def setup(
        self,
        players: int,
        /,
        *,
        seed: int | None = None,
        rng: RandomSource | None = None,
        deal: Deal | None = None,
        first_player: int | None = None,
        variant: Variant = STANDARD,
    ) -> GameState:
        """Return a new game, like the card game's `setup`.

        Args:
            players: the number of seats, 2 to 6.
            seed: a seed for new random numbers; None for fresh ones.
            rng: a source of random numbers, instead of a seed.
            deal: the cards, instead of a seed.
            first_player: the seat that begins, from 0; drawn by default.
            variant: the options of the game.
        """
        values.check_type("variant", variant, Variant)
        variant = self._name(variant)
        if (other := find_house_rule(variant.house_rule)[0]).KEY != self.KEY:
            raise InvalidValue(
                f"the variant is that of a game with the house rule {other.KEY}: set it up by its "
                f"own game, or leave house_rule empty for {self.KEY}"
            )
        return setup(
            players, seed=seed, rng=rng, deal=deal, first_player=first_player, variant=variant
        )

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        /,
        *,
        seed: int | None = None,
    ) -> GameState:
        """Return a new game by values of `OPTIONS`.

        Args:
            players: the number of seats; None for the default.
            options: values of `OPTIONS`, by their names.
            seed: a seed for new random numbers; None for fresh ones.
        """
        checked = check_options(self.OPTIONS, options)
        own = {name: checked.pop(name) for name in self._own_options.keys() & checked.keys()}
        state = _card_game().new_game(players, checked, seed=seed)
        variant = attrs.evolve(state.variant, house_rule=self._text_of(own))
        return setup(state.players, seed=seed, first_player=state.first_player, variant=variant)

    def legal_moves(self, position: Position, /) -> Sequence[Move]:
        """Return the legal moves that the house rule allows, or all if it allows none."""
        legal = moves.legal_moves(position)
        allowed = tuple(move for move in legal if self.allows(position, move))
        if legal and not allowed and self.allows(position, legal[0]) is None:
            raise WrongType("allows must return True or False, not None: it lacks a return")
        return allowed or legal

    def distinct_moves(self, position: Position, /) -> Sequence[Move]:
        """Return the moves of `legal_moves`, only one of those with the same effect."""
        # Of the cards of a house, the first comes last, and replaces the others.
        allowed = self.legal_moves(position)[::-1]
        return tuple({(move.card.house, move.slot): move for move in allowed}.values())[::-1]

    def explain(
        self, position: Position, move: Move, /, *, player: int | None = None
    ) -> Sequence[AnyViolation]:
        """Return the violations of a move by the rules or, if there are none, by the house rule.

        Args:
            position: a state or a view.
            move: the placement.
            player: the seat that would make the move, from 0; None for the active player.
        """
        violations = moves.explain(position, move, player=player)
        if violations or move in self.legal_moves(position):
            return violations
        rule = self.RULES[0] if self.RULES else None
        # All players can read the violations of a state, and a hand shows in what would work.
        answers = partial(self.distinct_moves, position) if isinstance(position, View) else None
        return (Violation(_HouseRefusal.NOT_ALLOWED, move, rule, rule.id if rule else "", answers),)

    def apply(self, state: GameState, move: Move, /, *, player: int | None = None) -> GameState:
        """Return the state after a legal and allowed move; raise IllegalMove for any other.

        Args:
            state: a state in `Phase.PLAYING`.
            move: the placement.
            player: the seat that makes the move, from 0; None for the active player.
        """
        later = moves.apply(state, move, player=player)
        if move not in self.legal_moves(state):
            raise IllegalMove(self.explain(state, move, player=player), move, state)
        return later

    def observe(self, state: GameState, player: int | None, /) -> View:
        """Return the view of a seat, from 0.

        If a move is not allowed, only the slots of the others are open.

        Args:
            state: the state of a game.
            player: the seat, from 0; None for a spectator.
        """
        view = _card_game().observe(state, player)
        if type(self).allows is HouseRules.allows:
            return view
        allowed = self.legal_moves(view)
        return view if allowed == moves.legal_moves(view) else view.limited_to(allowed)

    # These stay as in the card game.

    @property
    def PLAYERS(self) -> NamedPlayers[Callable[[View, RandomSource], Move]]:  # noqa: N802 - a name of Game
        """The computer players, by name."""
        return _card_game().PLAYERS

    def rematch(self, state: GameState, /, *, seed: int | None = None) -> GameState:
        """Return a new game at the table of another, by the same variant.

        Args:
            state: any state of the game before.
            seed: a seed for new random numbers; None for fresh ones.
        """
        return _card_game().rematch(state, seed=seed)

    def automated_seats(self, position: Position, /) -> Mapping[int, str]:
        """Return the names of the automated seats by number: their houses."""
        return _card_game().automated_seats(position)

    def deciders(self, position: Position, /) -> tuple[int, ...]:
        """Return the seat to move, from 0; () if there is none."""
        return deciders(position)

    def proceed(self, state: GameState, /) -> GameState:
        """Return the next state in which a player must decide, or the end of the game."""
        return scoring.proceed(state)

    def determinize(self, view: View, rng: RandomSource, /) -> GameState:
        """Return a random state that is consistent with a view.

        Args:
            view: the view of a seat or a spectator.
            rng: a source of random numbers, such as `random.Random(1)`.
        """
        return _card_game().determinize(view, rng)

    def events(self, before: Position | None, after: Position, /) -> tuple[Event, ...]:
        """Return the events between two positions, in order.

        Args:
            before: the earlier position; None for before the game.
            after: the later position, of the same viewer.
        """
        return log.events(before, after)

    def seen_by(self, event: Event, viewer: int | None, /) -> Event:
        """Return an event as it appears in the views of a seat, from 0, or of a spectator.

        Args:
            event: an event between two states.
            viewer: the seat, from 0; None for a spectator.
        """
        return seen_by(event, viewer)

    def sentence(self, event: Event, viewer: int | None, /) -> str | None:
        """Return an event in words, as a seat may know it; None if the seat learns nothing.

        Args:
            event: the event.
            viewer: the seat that reads it, from 0; None for a spectator.
        """
        return _card_game().sentence(event, viewer)

    def final_winner(self, state: Position, /) -> FinalResult[Decision]:
        """Return the winners, the totals and the ranking of a finished game, by the house rule."""
        return scoring.final_winner(state)

    def parse_move(self, text: str, /) -> Move:
        """Return the move that a text describes, such as `S4@a0`."""
        return _card_game().parse_move(text)

    def question(self, position: Position, /) -> str:
        """Return the question to the player to move; empty if no player must decide."""
        return moves.question(position)

    def move_in_words(self, position: Position, move: Move, /) -> str:
        """Return a move as `str` writes it.

        Args:
            position: a state or a view.
            move: the move.
        """
        return move_in_words(position, move)

    def titles(self, position: Position, /) -> Mapping[str, str]:
        """Return nothing: moves and sentences have no ids."""
        return titles(position)

    def player_in_words(self, position: Position, player: int, /) -> str:
        """Return nothing: the table shows what players have.

        Args:
            position: a state or a view.
            player: the seat, from 0.
        """
        return player_in_words(position, player)

    def goods_of(self, position: Position, player: int, /) -> Mapping[str, str]:
        """Return nothing: players make no offers.

        Args:
            position: a state or a view.
            player: the seat, from 0.
        """
        return goods_of(position, player)

    def draw_text(self, value: Position, /) -> str:
        """Return a position as text for a terminal."""
        return _card_game().draw_text(value)

    def draw_svg(self, value: Position, /) -> str:
        """Return a position as a picture for a browser or a notebook."""
        return _card_game().draw_svg(value)


_PLAYING = frozenset(
    {
        *house_rules.BEGINNING,
        *("allows", "permits", "total"),
        *("legal_moves", "distinct_moves", "explain", "apply", "proceed", "play_on"),
        *("automated_seats", "deciders", "observe", "determinize", "final_winner"),
    }
)
"""The methods that decide how a game begins and continues; the others put it into words, pictures
and files."""
_ABOUT_MOVES = frozenset({"allows", "permits", "legal_moves", "distinct_moves", "explain", "apply"})
"""The methods that decide which moves are legal, and what they do."""


def find_game(variant: Variant) -> HouseRules | None:
    """Return the game of a table with a house rule; None for the printed rules.

    >>> class HalfCourt(HouseRules):
    ...     "Nobody places a card above row b."
    ...
    ...     def allows(self, position, move):
    ...         return move.slot.row < 2
    >>> find_game(HalfCourt().setup(2, seed=1).variant), find_game(STANDARD)
    (<game half-court>, None)

    Raises:
        InvalidValue: no such house rule is installed.
    """
    if not variant.house_rule:
        return None
    rule: Any = find_house_rule(variant.house_rule)[0]
    game: HouseRules = rule
    return game


def find_game_of_moves(variant: Variant) -> HouseRules | None:
    """Return the game of a table whose house rule decides which moves are legal, or their effects.

    >>> find_game_of_moves(STANDARD) is None
    True

    Raises:
        InvalidValue: no such house rule is installed.
    """
    game = find_game(variant)
    return game if game is not None and game.replaced & _ABOUT_MOVES else None


def list_distinct_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves of `distinct_moves` by the game of the table, which may have a house rule.

    Of the cards of a house, the printed rules take the first, which a house rule may forbid.

    >>> state = setup(2, seed=1)
    >>> list_distinct_moves(state) == moves.distinct_moves(state)
    True

    Raises:
        InvalidValue: the house rule is not installed.
    """
    printed = moves.distinct_moves(position)
    if not position.variant.house_rule or (game := find_game_of_moves(position.variant)) is None:
        return printed
    legal = {(move.card.house, move.slot): move for move in game.distinct_moves(position)}
    places = ((move.card.house, move.slot) for move in printed)
    return tuple(legal[place] for place in places if place in legal)


_of_modules: dict[str, tuple[ModuleType, HouseRules]] = {}
_CONSTANTS = frozenset({"NAME", "KEY", "RULES", "OPTIONS"})


def house_rule(module: str) -> HouseRules:
    """Return the house rule of a module, whose functions are the overrides, without `self`.

    The module begins with `from westeros_intrigue import *`. Its last line is
    `game = house_rule(__name__)`. Its docstring, `RULES` and `OPTIONS` describe the rule. The name
    and the key come from the module's name, unless the module sets `NAME` and `KEY`.

    >>> import sys, types
    >>> low = types.ModuleType("low_court", "Nobody places a card above row c.")
    >>> exec("def allows(position, move): return move.slot.row < 3", vars(low))
    >>> sys.modules["low_court"] = low
    >>> game = house_rule("low_court")
    >>> game.NAME, game.KEY, game.PRIMER[0]
    ('Low Court', 'low-court', 'Nobody places a card above row c.')

    Raises:
        WrongType: the module overrides nothing, or a function has other parameters.
    """
    values.check_type("module", module, str)
    source = import_module(module)
    if module not in _of_modules or _of_modules[module][0] is not source:  # a file, read again
        words = module.rpartition(".")[2].removeprefix(PREFIX).split("_")
        members: dict[str, object] = {
            "__doc__": source.__doc__,
            "__module__": module,
            "__reduce__": lambda _: (house_rule, (module,)),
        }
        card_game = _card_game()
        for name, value in vars(source).items():
            if inspect.isfunction(value) and value.__module__ == module:
                if hasattr(HouseRules, name) or hasattr(card_game, name):
                    members[name] = staticmethod(value)
            elif name in _CONSTANTS and value is not getattr(card_game, name, None):
                members[name] = value
        game = type("".join(map(str.title, words)), (HouseRules,), members)()
        _of_modules[module] = source, game
    return _of_modules[module][1]


def _faults(rule: HouseRules) -> Iterator[str]:
    """Yield the faults of the class of house rules."""
    cls, card_game = type(rule), _card_game()
    yield from declarations.find_wrong_constants(rule, {"OPTIONS": tuple[Option, ...]})
    bases = cls.__mro__[: cls.__mro__.index(HouseRules)]
    own = {
        name
        for base in bases
        for name, value in vars(base).items()
        # The base class sets these.
        if name not in {"NAME", "KEY"} and value is not card_game.OPTIONS
    }
    overridable = {*dir(HouseRules), *dir(card_game)}
    if all(name.startswith("_") for name in own & overridable):
        yield (
            "it overrides nothing: write allows, permits, total or a function of the game; in a "
            "module, above the call of house_rule"
        )
    for name in ("allows", "permits", "total"):
        declared, function = getattr(HouseRules, name), getattr(rule, name)
        names = [*inspect.signature(declared).parameters][1:]  # without `self`
        if not declarations.accepts(function, declared.__get__(rule)):
            yield f"def {name}({', '.join(names)}), not def {name}{inspect.signature(function)}"
