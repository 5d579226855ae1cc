"""Games in progress, shared by all front ends: a game saved in one can be continued in another.

Read `session` first, a game and its seats; then `folder`, where games are saved.
"""

from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.play.sessions.folder import (
    FileChanged,
    Folder,
    GameFile,
    SavedGame,
    SolvedPuzzles,
)
from westeros_intrigue.play.sessions.session import (
    AUTOMATED,
    AnyRecord,
    AnySession,
    Seat,
    Session,
    continue_game,
    is_document,
    names_of,
    owner_of,
    read_record,
    read_records,
)

__all__ = [
    "AUTOMATED",
    "PERSON",
    "AnyRecord",
    "AnySession",
    "FileChanged",
    "Folder",
    "GameFile",
    "SavedGame",
    "Seat",
    "Session",
    "SolvedPuzzles",
    "continue_game",
    "is_document",
    "names_of",
    "owner_of",
    "read_record",
    "read_records",
]
