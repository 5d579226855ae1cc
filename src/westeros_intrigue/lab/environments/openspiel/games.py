"""The games with the interface of `pyspiel.Game`, their states, and their observers.

The parameters of a game describe its table.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Any, ClassVar

import attrs
import numpy as np
import pyspiel
from numpy.typing import NDArray

from westeros_intrigue.gamekit.chance import RandomSource, check_source
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase
from westeros_intrigue.gamekit.options import OptionKind, option_text
from westeros_intrigue.gamekit.values import as_int, check_integer, check_one_of, short_repr
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.lab.environments.action_games import TableToPlay
from westeros_intrigue.lab.environments.openspiel import houses
from westeros_intrigue.lab.environments.tensors import MOST_CARDS, START
from westeros_intrigue.notation.notation import parse_slot
from westeros_intrigue.notation.table_options import OPTIONS, new_game
from westeros_intrigue.rules import dealing, moves, scoring
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, House
from westeros_intrigue.rules.state import GameState, setup
from westeros_intrigue.rules.variants import MAX_PLAYERS
from westeros_intrigue.rules.view import View
from westeros_intrigue.views.observation import observe

# OpenSpiel would read one automated seat as a number, and ends a parameter at a comma.
_OPTIONS = [option for option in OPTIONS if option.name not in {"automated", "throne_cards"}]
_DEFAULTS: Mapping[OptionKind, Any] = {OptionKind.FLAG: False, OptionKind.NUMBER: 0}
OF_CHANCE: Mapping[str, Any] = {
    "players": 2,
    **{option.name: _DEFAULTS.get(option.kind, "") for option in _OPTIONS},
    "seats": "",
    "returns": "points",
}
OF_A_DEAL: Mapping[str, Any] = {**OF_CHANCE, "seed": 0, "opening": "", "worlds": 1}
MOST_WORLDS = 10_000
"""The maximum number of deals among which chance picks. All are drawn when the game is loaded."""


def table_of(values: Mapping[str, Any]) -> TableToPlay:
    """Return the table of a game's parameters."""
    options = {
        option.name: option.parse(option_text(value))
        for option in _OPTIONS
        if (value := values[option.name])
    }
    players, seats = values["players"], values["seats"]
    if {*seats} - {"p", "a"} or len(seats) not in {0, players}:
        raise InvalidValue(
            f"seats must be {players} letters, p for a player and a for automated, not {seats!r}"
        )
    options["automated"] = tuple(seat for seat, who in enumerate(seats) if who == "a")
    start = new_game(players, options, seed=0)
    return TableToPlay(start.players, start.variant, values["returns"], start.first_player)


def after_opening(state: GameState, opening: str) -> GameState:
    """Return the state after the placements of an opening such as `S@a0_L@a-1`."""
    for placement in filter(None, opening.split("_")):
        letter, _, slot = placement.partition("@")
        check_one_of("a house of the opening", letter, [*houses.LETTERS])
        move = moves.find_move(state, House(letter), parse_slot(slot))
        state = scoring.proceed(moves.apply(state, move))
    return state


_CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
_NOBODY = int(pyspiel.PlayerId.TERMINAL)


class State(pyspiel.State):
    """A state of either game. OpenSpiel's player 0 has the first seat that is not automated.

    `str` and `position` contain all hidden cards: do not show them to players.
    Observations and `view` contain only a player's knowledge.

    >>> import pyspiel
    >>> import westeros_intrigue.lab.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7,rounds=1)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), state.view(1)
    (1, <View of player 1: round 1 of 1, playing, player 1 to move>)
    >>> print(state.observation_string(1))
    Round 1 of 1, playing, player 1 to move, seen by a spectator
    a   S
         0
    player 0: 13 cards, 0 penalty points
    player 1: 14 cards, 0 penalty points
    player 1 holds SSSLLLLBBBBTTT
    >>> state.position
    <GameState: 2 players, round 1 of 1, playing, player 1 to move>
    >>> other = state.resample_from_infostate(1, lambda: 0.5)
    >>> other.view(1) == state.view(1), other.is_terminal(), other.returns()
    (True, False, [0.0, 0.0])
    >>> pyspiel.load_game("python_westeros_intrigue").new_initial_state().chance_outcomes()[0]
    (0, 0.25)
    """

    def __init__(self, game: pyspiel.Game) -> None:
        """Start a game; `new_initial_state` calls it."""
        # OpenSpiel deep-copies the attributes of a state, which is free for frozen values.
        # The table comes first: OpenSpiel would crash on another object.
        table: TableToPlay = game.table
        super().__init__(game)
        self.table = table
        self.now: houses.Dealing = game.start

    @property
    def position(self) -> GameState:
        """The current state of the game, including all hidden cards.

        Until chance picks a deal, it is the game before the first card.
        """
        return self.now.game

    def view(self, player: int) -> View:
        """Return the view of a player.

        If chance deals house by house, the numbers of its cards are random.

        Args:
            player: the player in OpenSpiel's count, from 0.

        Raises:
            InvalidValue: the player is out of range.
        """
        player = check_integer("player", player, 0, len(self.table.seats) - 1)
        return observe(self.position, self.table.seats[player])

    # The interface of `pyspiel.State`.

    def current_player(self) -> int:
        """Return the player to move, from 0, or OpenSpiel's number for chance or for the end."""
        if self.now.is_chance:
            return _CHANCE_PLAYER
        active_player = self.now.game.active_player
        return _NOBODY if active_player is None else self.table.seats.index(active_player)

    def _legal_actions(self, player: int) -> list[int]:
        is_to_move = self.position.active_player == self.table.seats[player]
        return [*actions.legal_actions(self.position)] if is_to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return self.now.outcomes

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise WrongPhase("the game is over: begin with new_initial_state()")
        if self.is_chance_node():
            check_one_of("the outcome", action, dict(self.chance_outcomes()))
            self.now = self.now.after(action)
        else:
            seat = self.table.seats[self.current_player()]
            self.now = houses.Dealing(self.table.play(self.position, seat, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != _CHANCE_PLAYER:
            house, slot = actions.place_of(self.position, action)
            return f"{house.letter}@{slot}"
        return self.now.text_of(action)

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return the return of each player, from 0; zeros before the end of the game."""
        table = self.table
        returns = table.returns(self.position) if self.is_terminal() else [0.0] * table.players
        return [returns[seat] for seat in table.seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Return a state that is consistent with a player's view, drawn by `Determinizer`.

        It has no history: it can be played and copied, but not serialized.

        Args:
            player: the player in OpenSpiel's count, from 0.
            sampler: a function that returns random numbers, at least 0.0 and below 1.0.

        Raises:
            InvalidValue: the player or a random number is out of range.
            WrongPhase: chance has not picked the deal yet, or has dealt only some of the cards.
        """
        if self.now.dealt or self.now.worlds:
            raise WrongPhase("chance has not dealt all cards: apply its outcomes first")
        world = self.table.game.determinize(self.view(player), _Called(sampler))
        state: State = self.get_game().new_initial_state()
        if state.now.is_chance and not state.now.worlds:
            # Later chance is explicit, so none is drawn in advance.
            world = attrs.evolve(world, frame=attrs.evolve(world._frame, rest=dealing.Deal()))
        state.now = houses.Dealing(world)
        return state

    def __str__(self) -> str:
        text, dealt = self.table.game.draw_text(self.position), self.now.dealt
        return f"{text}\ndealt {dealt}" if dealt else text


def resampler(rng: RandomSource) -> Callable[[State, int], State]:
    """Return a resampler for `set_resampler` of OpenSpiel's search bots in Python.

    It calls `State.resample_from_infostate` with random numbers of `rng`, so runs are repeatable.

    >>> import random
    >>> import pyspiel
    >>> from westeros_intrigue.lab.environments.openspiel import resampler
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7)")
    >>> state = game.new_initial_state()
    >>> other = resampler(random.Random(1))(state, 0)
    >>> other.view(0) == state.view(0), other.position == state.position
    (True, False)
    """
    check_source(rng)
    return lambda state, player: state.resample_from_infostate(player, rng.random)


class _Called:
    """A source of random numbers made from a function."""

    def __init__(self, sampler: Callable[[], float]) -> None:
        self.random = sampler


_OWN = np.zeros(tensors.SIZE, np.bool_)
"""True for the numbers of a view that only the viewer knows."""
_OWN[START["known"] : START["known"] + len(House)] = True
_OWN[START["throne_values"] :] = True


class Observer:
    """A player's observation of a state, as numbers and as text.

    The numbers are the player's index, one-hot over six, then `tensors`; with perfect
    recall, the history of the round follows. The text names houses, never card numbers; with
    perfect recall it covers the whole game. The public part is the same for all players.

    >>> import pyspiel
    >>> import westeros_intrigue.lab.environments.openspiel
    >>> from open_spiel.python.observation import make_observation
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7)")
    >>> observation = make_observation(game)
    >>> observation.set_from(game.new_initial_state(), player=1)
    >>> list(observation.dict)
    ['player', 'view']
    >>> print(observation.string_from(game.new_initial_state(), player=1).splitlines()[-1])
    player 1 holds SSSLLLLBBBBTTT

    An observer of only the public or only the private part has zeros instead of the other.

    Raises:
        InvalidValue: there are parameters, or the kind includes the hands of all players.
    """

    def __init__(
        self, iig_obs_type: pyspiel.IIGObservationType, params: Mapping[str, Any] | None = None
    ) -> None:
        """Allocate the blocks."""
        if params:
            raise InvalidValue(f"an observer has no parameters, not even {short_repr(params)}")
        if iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InvalidValue("an observer sees the hand of one player or of none, not of all")
        self._public = iig_obs_type.public_info
        self._private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = iig_obs_type.perfect_recall
        self._shown = np.where(_OWN, self._private, self._public)
        sizes = {"player": MAX_PLAYERS, "view": tensors.SIZE}
        if self._recall:
            sizes["history"] = tensors.HISTORY_SIZE
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        """All numbers."""
        blocks = np.split(self.tensor, [*accumulate(sizes.values())][:-1])
        self.dict = dict(zip(sizes, blocks, strict=True))
        """The blocks of the numbers by name, as parts of `tensor`."""

    def set_from(self, state: State, player: int) -> None:
        """Write a player's observation of a state into the numbers.

        Args:
            state: any state of either game.
            player: the player in OpenSpiel's count, from 0.

        Raises:
            InvalidValue: the player is out of range.
        """
        shown = player if self._private else 0
        view = state.view(shown)
        self.tensor.fill(0)
        if self._private:
            self.dict["player"][player] = 1
        self.dict["view"][:] = tensors.encode(view)
        if state.now.dealt:
            _add_dealt(self.dict["view"], state.now, state.table.seats[shown])
        self.dict["view"] *= self._shown
        if self._public and self._recall:
            self.dict["history"][:] = tensors.encode_history(view)

    def string_from(self, state: State, player: int) -> str:
        """Return a player's observation of a state, or the public part of it, as text.

        Args:
            state: any state of either game.
            player: the player in OpenSpiel's count, from 0.

        Raises:
            InvalidValue: the player is out of range.
        """
        view, now, texts = state.view(player), state.now, []
        if self._public:
            texts.append(houses.public_text(observe(now.game, None), recall=self._recall))
            if now.dealt:
                texts.append(f"{count_things(len(now.dealt), 'card')} dealt")
        if self._private:
            texts.append(houses.private_text(view, recall=self._recall))
            if own := now.deal_to(state.table.seats[player]):
                texts.append(f"dealt {own}")
        return "\n".join(filter(None, texts))


def _add_dealt(numbers: NDArray[np.float32], now: houses.Dealing, viewer: int) -> None:
    # The library's own table begins the round only when all cards are dealt.
    players = now.game.players
    for shown in range(players):
        count = len(now.deal_to((viewer + shown) % players))
        numbers[START["hand_size"] + shown] = count / MOST_CARDS
    for letter in now.deal_to(viewer):
        numbers[START["known"] + houses.LETTERS.index(letter)] += 1 / CARDS_PER_HOUSE


_MODES = pyspiel.GameType.ChanceMode
_UTILITIES = pyspiel.GameType.Utility


def _game_type(
    game: type[_Game],
    chance_mode: pyspiel.GameType.ChanceMode,
    utility: pyspiel.GameType.Utility = _UTILITIES.GENERAL_SUM,
) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=game._NAME,
        long_name="Westeros Intrigue",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(game._PARAMETERS),
        provides_factored_observation_string=True,
    )


class _Game(pyspiel.Game):
    """Base of both games."""

    _NAME: ClassVar[str]
    _PARAMETERS: ClassVar[Mapping[str, Any]]

    table: TableToPlay
    """The settings that all states of the game share."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Create the game, with defaults for omitted parameters."""
        params = {name: as_int(value) for name, value in (params or {}).items()}
        self.values: Mapping[str, Any] = {**self._PARAMETERS, **params}
        self.table = table = table_of(self.values)
        variant, first_player = table.variant, table.first_player
        undealt = setup(
            table.players, deal=dealing.Deal(), variant=variant, first_player=first_player
        )
        self.start = start = self._start(undealt)
        most_outcomes = len(start.worlds) or houses.MOST_OUTCOMES
        shares = table.rewards == "victory" and len(table.seats) == table.players
        super().__init__(
            # Not shared between games: chance and utility depend on the parameters.
            _game_type(
                type(self),
                _MODES.EXPLICIT_STOCHASTIC if start.is_chance else _MODES.DETERMINISTIC,
                _UTILITIES.CONSTANT_SUM if shares else _UTILITIES.GENERAL_SUM,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=table.action_count,
                max_chance_outcomes=most_outcomes if start.is_chance else 0,
                num_players=len(table.seats),
                min_utility=table.worst,
                # An Iron Throne card is worth at most 3 points.
                max_utility=1.0 if table.rewards == "victory" else 3.0 * table.rounds,
                utility_sum=1.0 if shares else None,
                max_game_length=len(DECK) * table.rounds,
            ),
            params,
        )

    def _start(self, undealt: GameState) -> houses.Dealing:
        """Return the start of every game, given the state before the first card."""
        raise NotImplementedError

    def new_initial_state(self) -> State:
        """Return the start of a game."""
        return State(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Observer:
        """Return an observer of one kind of information.

        Args:
            iig_obs_type: the kind of information; None for public and private information without
                perfect recall.
            params: must be empty.

        Raises:
            InvalidValue: there are parameters, or the kind includes the hands of all players.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(kind, params)


class ChanceGame(_Game):
    """The game `python_westeros_intrigue`: cards are dealt by explicit chance.

    A chance outcome is the house of the next card, 0 to 3. At the end of a round, it is the index
    of the drawn Iron Throne card in the table of seven. Card numbers are not dealt, so Anyone Can
    Die, for which they matter, is only in `DealGame`.

    >>> import pyspiel
    >>> import westeros_intrigue.lab.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_intrigue(players=3,rounds=1)")
    >>> state = game.new_initial_state()
    >>> state.chance_outcomes()
    [(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25)]
    >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
    (3, 120, 7)
    >>> list(game.make_py_observer().dict)
    ['player', 'view']

    Parameters of the game, all of them optional:

    - `players`: 2 to 6 seats, automated ones included; by default 2.
    - each of the game's `OPTIONS` except `automated` and `throne_cards`, such as `rounds=1`,
      `houses=SLBT` or `option=house-affiliation+rivalry`.
    - `seats`: `p` for a player or `a` for an automated house, seat by seat from 0, such as `paaa`;
      empty for players only. OpenSpiel's players are counted from 0 without the automated seats.
    - `returns`: `points` for minus the total, `victory` for a share of the victory.

    Raises:
        InvalidValue: a parameter is out of range.
        InvalidVariant: the parameters are inconsistent.
    """

    _NAME = "python_westeros_intrigue"
    _PARAMETERS = OF_CHANCE

    def _start(self, undealt: GameState) -> houses.Dealing:
        if undealt.variant.anyone_can_die:
            raise InvalidValue(f"{DealGame._NAME} plays anyone-can-die, for which cards are dealt")
        return houses.Dealing(undealt)


class DealGame(_Game):
    """The game `python_westeros_intrigue_deal`: a seed deals the cards.

    An opening starts the game after some placements, which makes it small. With several worlds,
    chance then picks one of that many equally likely deals: the deal of the seed, or another that
    is consistent with the opening and the public cards.

    >>> import pyspiel
    >>> import westeros_intrigue.lab.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7,returns=victory)")
    >>> state = game.new_initial_state()
    >>> state.action_to_string(state.legal_actions()[0])
    'S@a0'
    >>> game.utility_sum(), list(game.make_py_observer().dict)
    (1.0, ['player', 'view'])

    Parameters of the game, in addition to `ChanceGame`'s:

    - `seed`: the seed of the deal, for `setup`.
    - `opening`: the placements already made, such as `S@a0_L@a-1`: house and slot, joined by `_`.
    - `worlds`: the number of deals among which chance picks, at most 10 000; with 1 the game has no
      chance.

    Raises:
        InvalidValue: a parameter is out of range.
        InvalidVariant: the parameters are inconsistent.
        IllegalMove: a placement of the opening breaks a rule.
        NotationError: the opening has a malformed slot.
    """

    _NAME = "python_westeros_intrigue_deal"
    _PARAMETERS = OF_A_DEAL

    def _start(self, undealt: GameState) -> houses.Dealing:
        seed = check_integer("seed", self.values["seed"], 0)
        worlds = check_integer("worlds", self.values["worlds"], 1, MOST_WORLDS)
        dealt = self.table.deal(random.Random(seed))  # noqa: S311 - a game, no secret
        state, rng = after_opening(dealt, self.values["opening"]), random.Random(seed)  # noqa: S311 - for the same reason
        if worlds == 1:
            return houses.Dealing(state)
        view, game = observe(state, None), self.table.game
        others = (game.determinize(view, rng) for _ in range(1, worlds))
        return houses.Dealing(undealt, worlds=(state, *others))


# Like OpenSpiel's own games, these register when their module is imported.
pyspiel.register_game(_game_type(ChanceGame, _MODES.EXPLICIT_STOCHASTIC), ChanceGame)
pyspiel.register_game(_game_type(DealGame, _MODES.DETERMINISTIC), DealGame)
