"""`HouseRules`: the card game with a few changes.

A house rule is a subclass that overrides only what it changes. States, views, events and documents
stay the same, so the terminal, the page, matches and bots play it like the original game.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from string import punctuation
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar

import attrs

from westeros_intrigue.gamekit import own_games, own_values, values
from westeros_intrigue.gamekit.documents import Documents
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.game import GAMES, NAMES, Game
from westeros_intrigue.gamekit.options import Option, OptionValue, check_options, option_text
from westeros_intrigue.gamekit.rulebook import Rule, Rulebook, paragraphs

T = TypeVar("T")

_PLAIN = punctuation.replace("%", "")
"""The characters of an option that its text in a record leaves as they are, besides letters."""

CardPosition: TypeAlias = Any
"""A state or a view of the card game, whose classes this module does not import."""
CardMove: TypeAlias = Any
"""A move of the card game."""


class HouseRules(own_games.OwnGame[Any]):
    """Base of house rules for the card game; an instance is a `Game`.

    Override `allows` to forbid moves, `permits` to allow placements that the rules forbid, `total`
    to change points, `OPTIONS` to add options, or any function of `Game`; `super()` calls the card
    game's version. `options_of` returns a table's options. The docstring becomes part of the
    `PRIMER`.

    >>> from westeros_intrigue import play_game
    >>> from westeros_intrigue.gamekit import Rule
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
    _known: ClassVar[dict[str, HouseRules]] = {}

    if TYPE_CHECKING:  # the properties that the loop below this class adds
        MIN_PLAYERS: Any
        MAX_PLAYERS: Any
        PLAYERS: Any
        OPTIONS: Any
        proceed: Any
        automated_seats: Any
        deciders: Any
        determinize: Any
        draw_svg: Any
        draw_text: Any
        events: Any
        final_winner: Any
        goods_of: Any
        move_in_words: Any
        parse_move: CardMove
        player_in_words: Any
        question: Any
        rematch: Any
        seen_by: Any
        sentence: Any
        titles: Any

    def allows(self, position: CardPosition, move: CardMove) -> bool:
        """Return True if the house rule allows a legal move, in a state or a view.

        If that leaves a player without a move, all legal moves are allowed.

        >>> def allows(self, position, move):
        ...     return move.slot.row < 3
        """
        del position, move
        return True

    def permits(
        self,
        court: Mapping[Any, Any],
        house: Any,  # noqa: ANN401 - of the card game
        slot: Any,  # noqa: ANN401 - for the same reason
        code: Any,  # noqa: ANN401 - for the same reason
        options: Mapping[str, OptionValue],
        /,
    ) -> bool:
        """Return True if a card of the house may go to a slot that a printed rule closes.

        `court` maps each slot to the house of its card, `code` is the rule's `ViolationCode`, and
        `options` contains the options of the house rule. Two rules can be lifted: `HOUSE_UNMATCHED`
        (a card must match one of the two below it) and `ROW_FULL` (the bottom row is full; it can
        grow to eight cards). A slot that is occupied, or has no card below it, stays closed.

        The slot is then open in the state, in views, records and documents, and when the rules
        decide whether a player goes out.

        >>> def permits(self, court, house, slot, code, options):
        ...     left, right = slot.supports
        ...     return code is ViolationCode.HOUSE_UNMATCHED and court[left] is court[right]
        """
        del court, house, slot, code, options
        return False

    def total(self, state: CardPosition, player: int, total: int) -> int:
        """Return the final total of a player, from 0; the lowest wins, and icons break ties.

        `state` can also be a view, and `total` is the player's total by the rules.

        >>> def total(self, state, player, total):
        ...     return total - sum(result.last_placer == player for result in state.results)
        """
        del state, player
        return total

    def options_of(self, position: CardPosition, /) -> Mapping[str, Any]:
        """Return the house rule's options at the table of a state or a view.

        >>> def total(self, state, player, total):
        ...     return total - self.options_of(state).get("bonus", 0)
        """
        return self._read_options(position.variant.house_rule)

    # The rest follows from these methods, or stays as in the game.

    def _find_faults(self) -> Iterator[str]:
        return _faults(self)

    def __new__(cls) -> Self:
        """Register the house rule by its key, so that documents of its games can be read."""
        rule = super().__new__(cls)
        HouseRules._known[cls.KEY] = rule
        return rule

    @property
    def opens_slots(self) -> bool:
        """True if the house rule can allow placements that the rules forbid."""
        return type(self).permits is not HouseRules.permits

    @cached_property
    def _own_options(self) -> dict[str, Option]:
        known = {each.name for each in self._card_game.OPTIONS}
        return {each.name: each for each in self.OPTIONS if each.name not in known}

    def _read_options(self, house_rule: str) -> dict[str, OptionValue]:
        """Return the options in the text of a house rule, such as `last-counts bonus=5`."""
        given = dict(each.partition("=")[::2] for each in house_rule.split()[1:])
        return {
            name: option.parse(_unquote(given[name]))
            for name, option in self._own_options.items()
            if name in given
        }

    def _in_words(self, options: Mapping[str, OptionValue]) -> str:
        """Return the text that identifies the rule and its options in a variant."""
        chosen = sorted((name, options[name]) for name in options if options[name] is not False)
        # A record has one line for it, and a space before each option.
        pairs = [f" {name}={_quote(option_text(value))}" for name, value in chosen]
        is_needed = pairs or self.opens_slots or type(self).total is not HouseRules.total
        return f"{self.KEY}{''.join(pairs)}" if is_needed else ""

    def setup(self, players: int, /, **table: Any) -> CardPosition:  # noqa: ANN401 - as in the game
        """Return a new game, like the card game's `setup`."""
        variant = table.pop("variant", self._card_game.STANDARD)
        values.check_type("variant", variant, self._card_game.Variant)
        if not variant.house_rule:
            variant = attrs.evolve(variant, house_rule=self._in_words({}))
        return self._card_game.setup(players, variant=variant, **table)

    @property
    def _card_game(self) -> Any:  # noqa: ANN401 - it has more names than `Game`
        return GAMES["westeros-intrigue"]

    @cached_property
    def PRIMER(self) -> tuple[str, ...]:  # noqa: N802 - a name of Game
        """The house rules that a newcomer needs, then the game's rules."""
        return (*paragraphs(type(self).__doc__ or ""), *self._card_game.PRIMER)

    @cached_property
    def DOCUMENTS(self) -> Documents:  # noqa: N802 - a name of Game
        """The card game's documents, except that records begin with the key of the house rule."""
        documents, cls = self._card_game.DOCUMENTS, self.Record
        codec = documents._codecs.codec_for(self._card_game.Record)

        def read(data: object) -> Any:  # noqa: ANN401 - a record of the house rule
            return values.make_unchecked(cls, **attrs.asdict(codec.read(data), recurse=False))

        found: Documents = attrs.evolve(
            documents,
            codecs=documents._codecs.extended({cls: attrs.evolve(codec, read=read)}),
            kinds=[*documents.kinds.items(), (cls, "record")],
            games={cls: self.KEY},
            find=self._find_documents,
        )
        return found

    @cached_property
    def RULEBOOK(self) -> Rulebook:  # noqa: N802 - a name of Game
        """The rules by id, the house rules last."""
        return Rulebook([*self._card_game.RULEBOOK.values(), *self.RULES])

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        /,
        *,
        seed: int | None = None,
    ) -> CardPosition:
        """Return a new game by values of `OPTIONS`."""
        given = check_options(self.OPTIONS, options)
        own = {name: given.pop(name) for name in self._own_options.keys() & given.keys()}
        state = self._card_game.new_game(players, given, seed=seed)
        variant = attrs.evolve(state.variant, house_rule=self._in_words(own))
        return self._card_game.setup(
            state.players, seed=seed, first_player=state.first_player, variant=variant
        )

    def legal_moves(self, position: CardPosition, /) -> Sequence[Any]:
        """Return the legal moves that the house rule allows, or all if it allows none."""
        moves = self._card_game.legal_moves(position)
        allowed = tuple(move for move in moves if self.allows(position, move))
        if moves and not allowed and self.allows(position, moves[0]) is None:
            raise WrongType("allows must return True or False, not None: it lacks a return")
        return allowed or moves

    def distinct_moves(self, position: CardPosition, /) -> Sequence[Any]:
        """Return the moves of `legal_moves`, only one of those with the same effect."""
        # Of the cards of a house, the first comes last, and replaces the others.
        moves = self.legal_moves(position)[::-1]
        return tuple({(move.card.house, move.slot): move for move in moves}.values())[::-1]

    def explain(
        self, position: CardPosition, move: CardMove, /, *, player: int | None = None
    ) -> Sequence[object]:
        """Return the faults of a move by the rules or, if there are none, by the house rule.

        `player` is the seat, from 0, that would make the move.
        """
        found: Sequence[object] = self._card_game.explain(position, move, player=player)
        if found or move in self.legal_moves(position):
            return found
        return (f"{move}: {self.RULES[0].text if self.RULES else 'the house rule forbids it'}",)

    def apply(
        self, state: CardPosition, move: CardMove, /, *, player: int | None = None
    ) -> CardPosition:
        """Return the state after a legal and allowed move; raise a ValueError for any other.

        `player` is the seat, from 0, that makes the move; None for the active player.
        """
        following = self._card_game.apply(state, move, player=player)
        if move not in self.legal_moves(state):
            raise InvalidValue(str(self.explain(state, move, player=player)[0]))
        return following

    def observe(self, state: CardPosition, player: int | None, /) -> CardPosition:
        """Return the view of a seat, from 0.

        If a move is not allowed, only the slots of the others are open.
        """
        view = self._card_game.observe(state, player)
        if type(self).allows is HouseRules.allows:
            return view
        moves = self.legal_moves(view)
        return view if moves == self._card_game.legal_moves(view) else view.limited_to(moves)


def _of_card_game(name: str) -> property:
    """Return a property with a member of the card game; `super()` does not call `__getattr__`."""

    def read(rule: HouseRules) -> Any:  # noqa: ANN401 - a member of the game
        return getattr(rule._card_game, name)

    return property(read, doc=vars(Game)[name].__doc__)


HouseRules._record_class = _of_card_game("Record")
for _name in NAMES:
    if not hasattr(HouseRules, _name):
        setattr(HouseRules, _name, _of_card_game(_name))


_of_modules: dict[str, HouseRules] = {}


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
    found = import_module(module)
    if module not in _of_modules:
        words = module.rpartition(".")[2].split("_")
        members: dict[str, Any] = {
            "__doc__": found.__doc__,
            "__module__": module,
            "__reduce__": lambda _: (house_rule, (module,)),
        }
        game = GAMES["westeros-intrigue"]
        for name, value in vars(found).items():
            if inspect.isfunction(value) and value.__module__ == module:
                if hasattr(HouseRules, name) or hasattr(game, name):
                    members[name] = staticmethod(value)
            elif name in _CONSTANTS and value is not getattr(game, name, None):
                members[name] = value
        _of_modules[module] = type("".join(map(str.title, words)), (HouseRules,), members)()
    return _of_modules[module]


def _quote(text: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415 - slow to import, and of use to few

    return quote(text, _PLAIN)


def _unquote(text: str) -> str:
    from urllib.parse import unquote  # noqa: PLC0415 - slow to import, and of use to few

    return unquote(text)


_CONSTANTS = {"NAME", "KEY", "RULES", "OPTIONS"}


def _faults(rule: HouseRules) -> Iterator[str]:
    """Yield the faults of the class of house rules."""
    cls = type(rule)
    yield from own_games.find_wrong_constants(rule, {"OPTIONS": tuple[Option, ...]})
    bases = cls.__mro__[: cls.__mro__.index(HouseRules)]
    own = {name for base in bases for name in vars(base)} - {"NAME", "KEY"}
    known = {*dir(HouseRules), *dir(GAMES["westeros-intrigue"])}
    if all(name.startswith("_") for name in own & known):
        yield (
            "it overrides nothing: write allows, permits, total or a function of the game; in a "
            "module, above the call of house_rule"
        )
    for name in ("allows", "permits", "total"):
        wanted, function = getattr(HouseRules, name), getattr(rule, name)
        names = [*inspect.signature(wanted).parameters][1:]  # without `self`
        if not own_values.accepts(function, wanted.__get__(rule)):
            yield f"def {name}({', '.join(names)}), not def {name}{inspect.signature(function)}"


def find_house_rule(text: str) -> tuple[HouseRules, Mapping[str, OptionValue]]:
    """Return the house rule named by a text such as `last-counts bonus=5`, and its options.

    Raises:
        InvalidValue: no such house rule is installed, or the text is not the one for these options.
    """
    key = text.partition(" ")[0]
    rule = HouseRules._known.get(key) or GAMES.get(key)
    if not isinstance(rule, HouseRules):
        raise InvalidValue(
            f"the house rule {values.short_repr(key)} is not installed: install its package, or "
            "make an instance of its class first"
        )
    options = rule._read_options(text)
    # A record has one text for a rule with its options.
    if text != (written := rule._in_words(options) or key):
        raise InvalidValue(f"write the house rule {values.short_repr(text)} as {written!r}")
    return rule, options
