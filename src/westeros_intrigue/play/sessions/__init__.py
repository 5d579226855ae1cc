"""Games in progress, shared by all front ends: a game saved in one can be continued in another.

Read `saved` first, a game in progress and its table; then `folder`, where games are saved, and
`people`, who come to a table by its link, go and return.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.play.saved.reading import (
    is_document,
    read_record,
    read_records,
)
from westeros_intrigue.play.saved.seats import (
    AUTOMATED,
    Seat,
    StandIn,
    check_name,
    name_stand_in,
    names_of,
    owner_of,
)
from westeros_intrigue.play.saved.session import AnyRecord, AnySession, Session, continue_game
from westeros_intrigue.play.sessions.chairs import Chair
from westeros_intrigue.play.sessions.files import FileChanged, GameFile
from westeros_intrigue.play.sessions.folder import (
    Folder,
    SavedGame,
    SolvedPuzzles,
)

__all__ = [
    "AUTOMATED",
    "PERSON",
    "AnyRecord",
    "AnySession",
    "Chair",
    "FileChanged",
    "Folder",
    "GameFile",
    "SavedGame",
    "Seat",
    "Session",
    "SolvedPuzzles",
    "StandIn",
    "check_name",
    "continue_game",
    "is_document",
    "name_stand_in",
    "names_of",
    "owner_of",
    "read_record",
    "read_records",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
