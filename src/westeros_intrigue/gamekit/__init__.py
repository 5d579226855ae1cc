"""The common base of all games: values, errors, chance, text, data, and one protocol.

To write a game, subclass `GameOf`, and `Position` for its positions.

Read the modules in this order, on four floors. The ground: `errors`, `english`, `values`, `limits`
and `packaging`. Chance, text and data: `chance`, `text`, `codecs`, `notebook_tables`, `documents`
and `outline`. The parts of every game: `results`, `options`, `records`, `rulebook`, `players`,
`agenda` for games with many kinds of questions, and `screens` for their own tables on the page. The
whole game: `game` is the protocol that every game follows, `defaults` has functions for games that
need nothing else, `asking` asks players, `ratings` rates their moves, `quantities` finds moves that
differ only in a number, `sentences` names people and cards in what a game says, `wording` reads
moves in words, `pictures` shows positions in a notebook, and the folder `authoring` derives a whole
game from a few methods.
"""

from westeros_intrigue.gamekit.agenda import Agenda, Question, Step, Task
from westeros_intrigue.gamekit.authoring.game_of import GameOf
from westeros_intrigue.gamekit.authoring.position import Event, Position, Stage
from westeros_intrigue.gamekit.authoring.sampling import SamplingPlayer
from westeros_intrigue.gamekit.chance import RandomSource, choose, random_below, shuffle
from westeros_intrigue.gamekit.documents import Documents
from westeros_intrigue.gamekit.errors import (
    DecodingError,
    InvalidValue,
    MissingExtra,
    NotationError,
    PlayerFailed,
    WesterosIntrigueError,
    WrongPhase,
    WrongType,
)
from westeros_intrigue.gamekit.game import (
    ENTRY_POINTS,
    GAMES,
    AnyGame,
    AnyPosition,
    Game,
    HasLines,
    HasScreen,
    SuppliesChance,
    begin_at_line,
    find_documents,
    read_line,
    write_line,
)
from westeros_intrigue.gamekit.limits import Length, OneOf, Printable, Range
from westeros_intrigue.gamekit.options import Option, OptionKind, OptionValue
from westeros_intrigue.gamekit.outline import Line
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.players import NamedPlayer, NamedPlayers, one_player
from westeros_intrigue.gamekit.quantities import HasQuantities, MoveRange, ranges_of
from westeros_intrigue.gamekit.ratings import RatedMove, RatesMoves, Ratings, rate_moves
from westeros_intrigue.gamekit.records import GameRecord, write_records
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.rulebook import Kind, Rule, Rulebook
from westeros_intrigue.gamekit.screens import GameScreen
from westeros_intrigue.gamekit.sentences import draw_lines, places, sentences, with_names
from westeros_intrigue.gamekit.values import Word, replace_item
from westeros_intrigue.gamekit.wording import (
    HasNotation,
    HasSpellings,
    HasTableRules,
    read_move,
    rules_of_table,
)

__all__ = [
    "ENTRY_POINTS",
    "GAMES",
    "Agenda",
    "AnyGame",
    "AnyPosition",
    "DecodingError",
    "Documents",
    "Event",
    "FinalResult",
    "Game",
    "GameOf",
    "GameRecord",
    "GameScreen",
    "HasLines",
    "HasNotation",
    "HasQuantities",
    "HasScreen",
    "HasSpellings",
    "HasTableRules",
    "InvalidValue",
    "Kind",
    "Length",
    "Line",
    "MissingExtra",
    "MoveRange",
    "NamedPlayer",
    "NamedPlayers",
    "NotationError",
    "OneOf",
    "Option",
    "OptionKind",
    "OptionValue",
    "PlayerFailed",
    "Position",
    "Printable",
    "Question",
    "RandomSource",
    "Range",
    "RatedMove",
    "RatesMoves",
    "Ratings",
    "Rule",
    "Rulebook",
    "SamplingPlayer",
    "Stage",
    "Step",
    "SuppliesChance",
    "Task",
    "WesterosIntrigueError",
    "Word",
    "WrongPhase",
    "WrongType",
    "begin_at_line",
    "choose",
    "draw_lines",
    "find_documents",
    "one_player",
    "places",
    "random_below",
    "ranges_of",
    "rate_moves",
    "read_line",
    "read_move",
    "replace_item",
    "rules_of_table",
    "sentences",
    "shuffle",
    "with_names",
    "write_line",
    "write_records",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
