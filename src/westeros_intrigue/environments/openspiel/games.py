"""The games with the interface of `pyspiel.Game`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from westeros_intrigue.base.values import as_int, check_integer
from westeros_intrigue.environments.any_game import AnyTable
from westeros_intrigue.environments.dealing import MOST_OUTCOMES, Dealing
from westeros_intrigue.environments.openspiel.observers import AnyObserver, Observer
from westeros_intrigue.environments.openspiel.parameters import (
    OF_A_DEAL,
    OF_ANY_GAME,
    OF_CHANCE,
    after_opening,
    any_table_of,
    table_of,
)
from westeros_intrigue.environments.openspiel.states import State
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import MAX_PLAYERS

_MODES = pyspiel.GameType.ChanceMode
_UTILITIES = pyspiel.GameType.Utility


def _game_type(
    game: type[_Game],
    chance_mode: pyspiel.GameType.ChanceMode,
    utility: pyspiel.GameType.Utility = _UTILITIES.GENERAL_SUM,
) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=game._NAME,
        long_name=game._LONG_NAME,
        dynamics=game._DYNAMICS,
        chance_mode=chance_mode,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game._MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=game._HAS_TENSORS,
        provides_observation_string=True,
        provides_observation_tensor=game._HAS_TENSORS,
        parameter_specification=dict(game._PARAMETERS),
        provides_factored_observation_string=True,
    )


class _Game(pyspiel.Game):
    """Base of all games."""

    _NAME: ClassVar[str]
    _LONG_NAME: ClassVar[str] = "Westeros Intrigue"
    _DYNAMICS: ClassVar[pyspiel.GameType.Dynamics] = pyspiel.GameType.Dynamics.SEQUENTIAL
    _MOST_PLAYERS: ClassVar[int] = MAX_PLAYERS
    _HAS_TENSORS: ClassVar[bool] = True
    _PARAMETERS: ClassVar[Mapping[str, Any]]

    table: Any
    """The settings that all states of the game share."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Create the game; defaults apply to the parameters that are left out."""
        params = {name: as_int(value) for name, value in (params or {}).items()}
        self.values: Mapping[str, Any] = {**self._PARAMETERS, **params}
        self.table = table = self._set_up()
        self.dealings = self._starts()
        outcomes = MOST_OUTCOMES if self.dealings[0].is_chance else len(self.dealings)
        is_given = outcomes == 1
        shares = table.best == 1 and len(table.seats) == table.players
        super().__init__(
            # Not shared between games: chance and utility depend on the parameters.
            _game_type(
                type(self),
                _MODES.DETERMINISTIC if is_given else _MODES.EXPLICIT_STOCHASTIC,
                _UTILITIES.CONSTANT_SUM if shares else _UTILITIES.GENERAL_SUM,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=table.action_count,
                max_chance_outcomes=0 if is_given else outcomes,
                num_players=len(table.seats),
                min_utility=table.worst,
                max_utility=table.best,
                utility_sum=1.0 if shares else None,
                max_game_length=table.longest,
            ),
            params,
        )

    def _set_up(self) -> Any:  # noqa: ANN401 - a table of its games
        """Return the table of the parameters."""
        return table_of(self.values)

    def _starts(self) -> tuple[Dealing, ...]:
        """Return the starts among which chance picks; the single one in a game without chance."""
        raise NotImplementedError

    def _worlds(self, state: Any) -> tuple[Dealing, ...]:  # noqa: ANN401 - a state of its games
        """Return a start, and others that look the same to a spectator."""
        worlds = check_integer("worlds", self.values["worlds"], 1)
        rng = random.Random(self.values["seed"])  # noqa: S311 - a game, no secret
        world, view = self.table.game.determinize, self.table.game.observe(state, None)
        return tuple(map(Dealing, (state, *(world(view, rng) for _ in range(1, worlds)))))

    def new_initial_state(self) -> State:
        """Return the start of a game."""
        return State(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Observer | AnyObserver:
        """Return an observer of one kind of information.

        Raises:
            InvalidValue: there are parameters, or the kind includes the hands of all players.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(kind, params) if self._HAS_TENSORS else AnyObserver(kind, params)


class ChanceGame(_Game):
    """The game `python_westeros_intrigue`: cards are dealt by explicit chance.

    A chance outcome is the house of the next card, 0 to 3, or at the end of a round the index of
    the drawn Iron Throne card in the table of the seven. The numbers of the cards are not dealt, so
    Anyone Can Die, in which they matter, is only in `DealGame`.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_intrigue(players=3,rounds=1)")
    >>> state = game.new_initial_state()
    >>> state.chance_outcomes()
    [(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25)]
    >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
    (3, 120, 7)
    >>> game.make_py_observer().tensor.shape
    (408,)

    Parameters of the game, all of them optional:

    - `players`: 2 to 6 seats, automated ones included; by default 2.
    - `rounds`: the number of rounds; 0 for one per player.
    - `first_player`: the seat that starts round 1, from 0.
    - `houses`: the house of each seat as a letter, such as `SLBT`; empty for none.
    - `seats`: `p` for a player or `a` for an automated house, seat by seat from 0, such as `paaa`;
      empty for players only. OpenSpiel's players are counted from 0 without the automated seats.
    - each option of a `Variant` except `anyone_can_die`, such as `rivalry`: true or false.
    - `returns`: `points` for minus the total, `victory` for a share of the victory.

    Raises:
        InvalidValue: a parameter out of its range.
        InvalidVariant: the parameters are inconsistent.
    """

    _NAME = "python_westeros_intrigue"
    _PARAMETERS = OF_CHANCE

    def _starts(self) -> tuple[Dealing, ...]:
        table = self.table
        start = setup(
            table.players, deal=Deal(), variant=table.variant, first_player=table.first_player
        )
        return (Dealing(start),)


class DealGame(_Game):
    """The game `python_westeros_intrigue_deal`: the cards are those of a seed.

    An opening starts the game after some placements, which makes it small. With several worlds,
    chance then picks one of that number of deals, each with the same probability: the deal of the
    seed, and others that are consistent with the opening and the public cards.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7,returns=victory)")
    >>> state = game.new_initial_state()
    >>> state.action_to_string(state.legal_actions()[0])
    'S@a0'
    >>> game.utility_sum(), game.make_py_observer().tensor.shape
    (1.0, (408,))

    Parameters of the game, besides those of `ChanceGame`:

    - `anyone_can_die`: the option.
    - `seed`: the seed of the deal, for `setup`.
    - `opening`: the placements already made, such as `S@a0_L@a-1`: house and slot, joined by `_`.
    - `worlds`: the number of deals among which chance picks; with 1 the game has no chance.

    Raises:
        InvalidValue: a parameter out of its range.
        InvalidVariant: the parameters are inconsistent.
        IllegalMove: a placement of the opening breaks a rule.
        NotationError: the opening has a malformed slot.
    """

    _NAME = "python_westeros_intrigue_deal"
    _PARAMETERS = OF_A_DEAL

    def _starts(self) -> tuple[Dealing, ...]:
        seed = check_integer("seed", self.values["seed"], 0)
        state = self.table.deal(random.Random(seed))  # noqa: S311 - a game, no secret
        return self._worlds(after_opening(state, self.values["opening"]))


class AnyGame(_Game):
    """The game `python_westeros_any_game`: any game of the library or of a plug-in.

    All chance is drawn from a seed. Action 3 is the fourth move of the player's
    `distinct_moves`. Of those who decide at the same time each acts in turn, and does not know what
    the others have chosen. States of these games have no tensors.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_any_game(game=btwixt,players=3,seed=7)")
    >>> state = game.new_initial_state()
    >>> state.action_to_string(state.legal_actions()[0]), game.utility_sum()
    ('leader cersei-lannister', 1.0)
    >>> game.make_py_observer().string_from(state, player=0)[:35]
    '{"game":"btwixt","kind":"view","ver'

    Parameters of the game:

    - `game`: its key in `westeros_intrigue.game.GAMES`.
    - `players`: the number of players; 0 for the usual number.
    - `options`: values of the game's `OPTIONS`, such as `variant:draft;short:true`; those of a list
      are joined by `+`.
    - `seed` and `worlds`: as in `DealGame`.
    - `actions`: the number of actions; of more moves, only the first can be chosen.

    Raises:
        InvalidValue: a parameter out of its range.
        ValueError: the options do not go together.
    """

    _NAME = "python_westeros_any_game"
    _LONG_NAME = "Any game of westeros_intrigue"
    _MOST_PLAYERS = 99
    _HAS_TENSORS = False
    _PARAMETERS = OF_ANY_GAME

    def _set_up(self) -> AnyTable[Any, Any, Any]:
        return any_table_of(self.values)

    def _starts(self) -> tuple[Dealing, ...]:
        table, seed = self.table, check_integer("seed", self.values["seed"], 0)
        state = table.game.new_game(table.players, table.options, seed=seed)
        return self._worlds(table.game.proceed(state))


class SimultaneousGame(AnyGame):
    """The game `python_westeros_simultaneous_game`: any game, in simultaneous nodes.

    It is `AnyGame`, except that those who decide at the same time act at once, such as leaders of
    B'Twixt who draft. A player who does not decide has no legal action. The parameters are those of
    `AnyGame`.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> name = "python_westeros_simultaneous_game(game=btwixt,players=3,options=variant:draft)"
    >>> game = pyspiel.load_game(name)
    >>> state = game.new_initial_state()
    >>> for _ in range(3):  # leaders are picked in turn, then all draft a card
    ...     state.apply_action(0)
    >>> state.is_simultaneous_node(), [len(state.legal_actions(player)) for player in range(3)]
    (True, [8, 8, 6])
    >>> state.apply_actions([0, 1, 2])
    >>> [len(pack) for pack in state.position.packs]
    [9, 9, 9]
    >>> game.make_py_observer().string_from(state, player=0)[:35]
    '{"game":"btwixt","kind":"view","ver'
    """

    _NAME = "python_westeros_simultaneous_game"
    _LONG_NAME = "Any game of westeros_intrigue, with simultaneous decisions"
    _DYNAMICS = pyspiel.GameType.Dynamics.SIMULTANEOUS


# As OpenSpiel's own games do, these register when their module is imported.
pyspiel.register_game(_game_type(ChanceGame, _MODES.EXPLICIT_STOCHASTIC), ChanceGame)
pyspiel.register_game(_game_type(DealGame, _MODES.DETERMINISTIC), DealGame)
pyspiel.register_game(_game_type(AnyGame, _MODES.DETERMINISTIC), AnyGame)
pyspiel.register_game(_game_type(SimultaneousGame, _MODES.DETERMINISTIC), SimultaneousGame)
