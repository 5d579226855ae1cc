from westeros_intrigue.gamekit.agenda import (
    Agenda as Agenda,
    Question as Question,
    Step as Step,
    Task as Task,
)
from westeros_intrigue.gamekit.chance import (
    RandomSource as RandomSource,
    choose as choose,
    random_below as random_below,
    shuffle as shuffle,
)
from westeros_intrigue.gamekit.display import FinalResult as FinalResult
from westeros_intrigue.gamekit.documents import Documents as Documents
from westeros_intrigue.gamekit.errors import (
    DecodingError as DecodingError,
    InvalidValue as InvalidValue,
    MissingExtra as MissingExtra,
    NotationError as NotationError,
    PlayerFailed as PlayerFailed,
    WesterosIntrigueError as WesterosIntrigueError,
    WrongPhase as WrongPhase,
    WrongType as WrongType,
)
from westeros_intrigue.gamekit.game import (
    ENTRY_POINTS as ENTRY_POINTS,
    GAMES as GAMES,
    AnyGame as AnyGame,
    AnyPosition as AnyPosition,
    Game as Game,
    find_documents as find_documents,
)
from westeros_intrigue.gamekit.house_rules import HouseRules as HouseRules, house_rule as house_rule
from westeros_intrigue.gamekit.options import (
    Option as Option,
    OptionKind as OptionKind,
    OptionValue as OptionValue,
)
from westeros_intrigue.gamekit.own_games import GameOf as GameOf, SamplingPlayer as SamplingPlayer
from westeros_intrigue.gamekit.players import (
    NamedPlayer as NamedPlayer,
    NamedPlayers as NamedPlayers,
    one_player as one_player,
)
from westeros_intrigue.gamekit.positions import (
    Event as Event,
    Position as Position,
    Stage as Stage,
    Word as Word,
)
from westeros_intrigue.gamekit.records import (
    GameRecord as GameRecord,
    write_records as write_records,
)
from westeros_intrigue.gamekit.rulebook import Kind as Kind, Rule as Rule, Rulebook as Rulebook
from westeros_intrigue.gamekit.values import (
    Length as Length,
    OneOf as OneOf,
    Printable as Printable,
    Range as Range,
    replace_item as replace_item,
)
