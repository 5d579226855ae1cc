"""The common base of all games: values, errors, chance, text, data, and one protocol.

To write a game, subclass `GameOf`, and `Position` for its positions.

Read `errors`, `values` and `limits` first, then `chance` and `text`, then `codecs` and `documents`.
`results`, `outline`, `options`, `players`, `records` and `rulebook` are parts of every game, and
`defaults` has the functions of a game that needs nothing else; `agenda` runs games with many kinds
of questions. `game` is the protocol that every game follows, and `pictures` shows its positions in
a notebook; the folder `authoring` derives a whole game from a few methods. `packaging` names,
imports and versions the package.
"""

from westeros_intrigue.gamekit.agenda import Agenda, Question, Step, Task
from westeros_intrigue.gamekit.authoring.game_of import GameOf, SamplingPlayer
from westeros_intrigue.gamekit.authoring.position import Event, Position, Stage
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
    find_documents,
)
from westeros_intrigue.gamekit.limits import Length, OneOf, Printable, Range
from westeros_intrigue.gamekit.options import Option, OptionKind, OptionValue
from westeros_intrigue.gamekit.players import NamedPlayer, NamedPlayers, one_player
from westeros_intrigue.gamekit.records import GameRecord, write_records
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.rulebook import Kind, Rule, Rulebook
from westeros_intrigue.gamekit.values import Word, replace_item

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
    "InvalidValue",
    "Kind",
    "Length",
    "MissingExtra",
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
    "Rule",
    "Rulebook",
    "SamplingPlayer",
    "Stage",
    "Step",
    "Task",
    "WesterosIntrigueError",
    "Word",
    "WrongPhase",
    "WrongType",
    "choose",
    "find_documents",
    "one_player",
    "random_below",
    "replace_item",
    "shuffle",
    "write_records",
]
