"""The common base of all games: values, errors, chance, text, data, and one protocol.

To write a game, subclass `GameOf`, and `Position` for its positions.

Read the modules in this order, on four floors. The ground: `errors`, `english`, `travel` to the
frameworks of others, `values`, `limits` and `packaging`. Chance, text and data: `chance`, `text`,
`codecs`, `notebook_tables`, `documents` and `outline`. The parts of every game: `results`,
`options`, `rulebook`, `refusals`, `records`, `stores` of saved tables, `players`, `agenda`,
`spellings`, `lines` and `drafts` for games with many kinds of questions, and `screens` for their
own tables on the page. The whole game: `game` is the protocol that every game follows, `seeds`
draws what new games begin with, `defaults` has functions for games that need nothing else, `asking`
asks players, `ratings` rates their moves, `quantities` finds moves that differ only in a number,
`sentences` names people and cards in what a game says, `wording` reads moves in words, `judging`
says what a text means and why it is refused, `pictures` shows positions in a notebook, the folder
`authoring` derives a whole game from a few methods, and `view_numbers` writes views as numbers for
learners.

A game at one moment has a type for each use. A program that plays needs only states and views:

===============  ===================================================================================
state            Everything, also hidden cards and the chance to come. `setup` and `apply` return
                 it. It is `GameState` in the games of this library, and your `Position` in yours.
view             The knowledge of one seat or a spectator, to show and to send. `observe` returns
                 it. It is `View` in the games of this library, and again your `Position` in yours.
`AnyPosition`    The properties of all states and views, for a program that plays any game.
`Position`       Here, the base of the positions of your game. In the games of this library, a name
                 for "a state or a view", for functions that take either, such as `legal_moves`.
`Table`          The public part, which a state and its views share as `state.table`.
`Snapshot`       A view without its history, for a client that shows it and has no rules.
draft            A copy that the rules change during one move and then freeze; see `drafts`. It is
                 `Draft` in Monopoly, `WorkingCopy` in B'Twixt, and `agenda` asks its questions.
`GameRecord`     The beginning and all moves, to keep a game. It replays the states.
line             A position as one line of text, to type and to begin a game with; see `lines`.
===============  ===================================================================================

The rest are parts of these, inside one game. In Monopoly, each has the fields of the one before and
more: `Layout`, with which a game can begin, `Moment`, during a turn, and `Holdings`, which `Table`
and `Draft` share; `Start` is the layout that a game began with, and `Showing` the table of a
snapshot. In B'Twixt, `Public` and `Whole` have what tables and states share with a working copy.
"""

from westeros_intrigue.gamekit.agenda import Agenda, Question, Step, Task
from westeros_intrigue.gamekit.authoring.field_kinds import Grid, Hand
from westeros_intrigue.gamekit.authoring.game_of import GameOf
from westeros_intrigue.gamekit.authoring.position import Event, Occurrence, Position, Stage
from westeros_intrigue.gamekit.authoring.sampling import SamplingPlayer
from westeros_intrigue.gamekit.chance import RandomSource, choose, random_below, shuffle
from westeros_intrigue.gamekit.documents import Documents
from westeros_intrigue.gamekit.drafts import make_copiers
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.errors import (
    DecodingError,
    InvalidValue,
    MissingExtra,
    MissingName,
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
from westeros_intrigue.gamekit.judging import Reason, Verdict, judge, speaking_to, told
from westeros_intrigue.gamekit.limits import Length, OneOf, Printable, Range
from westeros_intrigue.gamekit.options import Option, OptionKind, OptionValue
from westeros_intrigue.gamekit.outline import Line
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.players import NamedPlayer, NamedPlayers, one_player
from westeros_intrigue.gamekit.quantities import HasQuantities, MoveRange, ranges_of
from westeros_intrigue.gamekit.ratings import RatedMove, RatesMoves, Ratings, rate_moves
from westeros_intrigue.gamekit.records import GameRecord, InvalidRecord, write_records
from westeros_intrigue.gamekit.refusals import (
    AnyViolation,
    Fault,
    IllegalMove,
    Refusals,
    Row,
    Violation,
)
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.rulebook import Kind, Rule, Rulebook
from westeros_intrigue.gamekit.screens import GameScreen
from westeros_intrigue.gamekit.sentences import draw_lines, places, sentences, with_names
from westeros_intrigue.gamekit.travel import read_value, register_hooks, write_value
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
    "AnyViolation",
    "DecodingError",
    "Documents",
    "Event",
    "Fault",
    "FinalResult",
    "Game",
    "GameOf",
    "GameRecord",
    "GameScreen",
    "Grid",
    "Hand",
    "HasLines",
    "HasNotation",
    "HasQuantities",
    "HasScreen",
    "HasSpellings",
    "HasTableRules",
    "IllegalMove",
    "InvalidRecord",
    "InvalidValue",
    "Kind",
    "Length",
    "Line",
    "MissingExtra",
    "MissingName",
    "MoveRange",
    "NamedPlayer",
    "NamedPlayers",
    "NotationError",
    "Occurrence",
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
    "Reason",
    "Refusals",
    "Row",
    "Rule",
    "Rulebook",
    "SamplingPlayer",
    "Speaker",
    "Stage",
    "Step",
    "SuppliesChance",
    "Task",
    "Verdict",
    "Violation",
    "WesterosIntrigueError",
    "Word",
    "WrongPhase",
    "WrongType",
    "begin_at_line",
    "choose",
    "draw_lines",
    "find_documents",
    "judge",
    "make_copiers",
    "one_player",
    "places",
    "random_below",
    "ranges_of",
    "rate_moves",
    "read_line",
    "read_move",
    "read_value",
    "register_hooks",
    "replace_item",
    "rules_of_table",
    "sentences",
    "shuffle",
    "speaking_to",
    "told",
    "with_names",
    "write_line",
    "write_records",
    "write_value",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
