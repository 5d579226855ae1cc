"""Statistics of an edition: where tokens land, what buildings return, how long games last."""

from __future__ import annotations

import math
from collections.abc import Iterator

import attrs

from westeros_intrigue.base.values import Value, check_integer, check_type
from westeros_intrigue.monopoly.board import Board, board_of
from westeros_intrigue.monopoly.drawing.landings import draw_landings
from westeros_intrigue.monopoly.edition_files import SAMPLE
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.event_kinds import Jailed, Moved
from westeros_intrigue.monopoly.game import final_winner, setup
from westeros_intrigue.monopoly.players import play_on, simple_player

_SIGMAS = 1.96


@attrs.frozen
class Return(Value):
    """The return on the buildings of a set, all Locations at one level.

    >>> Return("brown", level=3, cost=12, income=0.5).turns
    24.0

    Rules: rent.location, build.cost.
    """

    group: str
    """The colour of the set."""
    level: int
    """The number of Holdfasts on each Location; one more than the most is a Castle on each."""
    cost: int
    """The coins that all the buildings cost."""
    income: float
    """The coins of rent that they add a turn of another player, on average."""

    @property
    def turns(self) -> float:
        """The number of other players' turns after which the buildings have paid for themselves."""
        return self.cost / self.income if self.income else math.inf


@attrs.frozen
class Survey(Value):
    """Counts from games of simple players.

    >>> found = survey(games=4, seed=1)
    >>> found.games, found.landings[9] > found.landings[27] > 0
    (4, True)
    >>> best = min(found.returns(), key=lambda one: one.turns)
    >>> best.level > 0
    True
    >>> least, most = found.interval(9)
    >>> least < found.landings[9] < most
    True
    """

    board: Board = attrs.field(repr=False)
    """The board of the edition."""
    players: int
    """The number of players."""
    landings: tuple[float, ...] = attrs.field(repr=False)
    """For each space how often a token comes to it in a turn, on average; jail counts when a token
    is sent there."""
    lengths: tuple[int, ...] = attrs.field(repr=False)
    """The number of turns of each game, ascending."""
    wins: tuple[int, ...]
    """For each player how many games that player won; player 0 begins."""

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.lengths)

    def interval(self, space: int) -> tuple[float, float]:
        """Return the 95 % interval of the landings on a space."""
        mean = self.landings[space]
        error = _SIGMAS * math.sqrt(mean / sum(self.lengths))
        return max(0.0, mean - error), mean + error

    def draw_svg(self) -> str:
        """Return the landings as an SVG picture, a bar a space with its 95 % interval.

        >>> survey(games=1).draw_svg().startswith("<svg ")
        True

        Rules: edition.sample-flag.
        """
        intervals = [self.interval(space) for space in range(self.board.size)]
        return draw_landings(self.board.edition, self.landings, intervals)

    _repr_svg_ = draw_svg

    def returns(self) -> tuple[Return, ...]:
        """Return the return on building, set by set from GO, level by level."""
        return tuple(self._returns())

    def _returns(self) -> Iterator[Return]:
        board = self.board
        for group, spaces in board.groups.items():
            for level in range(1, board.castle_level + 1):
                cost = sum(
                    board.holdfast_costs[space] * min(level, board.castle_level - 1)
                    + board.castle_costs[space] * (level == board.castle_level)
                    for space in spaces
                )
                income = sum(
                    self.landings[space]
                    * (board.rents[space][level] - board.rents[space][0] * board.edition.set_factor)
                    for space in spaces
                )
                yield Return(group, level, cost, income)


def survey(
    edition: Edition = SAMPLE, *, players: int = 4, games: int = 100, seed: int = 0
) -> Survey:
    """Play games of simple players to their ends and count.

    With a salary that outweighs its rents an edition may have games that never end.

    >>> survey(games=2, seed=1).lengths
    (152, 189)

    Args:
        edition: an edition without gaps.
        players: the players of each game, as many as the edition allows.
        games: the number of games.
        seed: the seed of the first game; each following game has the next one.

    Raises:
        InvalidEdition: the edition has gaps.
        InvalidValue: a number out of range.
    """
    games = check_integer("games", games, 1)
    check_type("edition", edition, Edition)
    players = check_integer("players", players, *edition.players)
    seed = check_integer("seed", seed, 0)
    board = board_of(edition)
    landed = [0] * board.size
    lengths, wins = [], [0] * players
    for number in range(games):
        start = setup(players, edition, seed=seed + number)
        state = play_on(start, [simple_player] * players, [None] * players)
        for event in state.moves.all_events():
            if isinstance(event, Moved):
                landed[event.space] += 1
            elif isinstance(event, Jailed):
                landed[board.jail] += 1
        lengths.append(state.turn_number)
        wins[final_winner(state).winners[0]] += 1
    turns = sum(lengths)
    landings = tuple(count / turns for count in landed)
    return Survey(board, players, landings, tuple(sorted(lengths)), tuple(wins))
