"""Games under way, whatever the front end: what one saves, every other goes on with.

Read `seats` first, then `session`, a game and its steps, `records`, which reads one, `files`, which
stores it, and `folder`, the place of all.
"""

from westeros_intrigue.sessions.files import FileChanged, GameFile
from westeros_intrigue.sessions.folder import Folder, SavedGame
from westeros_intrigue.sessions.records import AnyRecord, game_of, read_record, read_records
from westeros_intrigue.sessions.seats import AUTOMATED, PERSON, Seat, name_seats, names_of
from westeros_intrigue.sessions.session import AnySession, Session, owner_of
from westeros_intrigue.sessions.solved import SolvedPuzzles

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
    "game_of",
    "name_seats",
    "names_of",
    "owner_of",
    "read_record",
    "read_records",
]
