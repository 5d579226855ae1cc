"""Games under way, whatever the front end: what one saves, every other goes on with.

Read `seats` for who sits where, `session` for a game and its steps, `files` for how one is kept,
and `folder` for where.
"""

from westeros_intrigue.sessions.files import FileChanged, GameFile
from westeros_intrigue.sessions.folder import Folder, SavedGame, game_of, read_record
from westeros_intrigue.sessions.seats import AUTOMATED, PERSON, Seat, named_seats, names_of
from westeros_intrigue.sessions.session import Session, owner_of

__all__ = [
    "AUTOMATED",
    "PERSON",
    "FileChanged",
    "Folder",
    "GameFile",
    "SavedGame",
    "Seat",
    "Session",
    "game_of",
    "named_seats",
    "names_of",
    "owner_of",
    "read_record",
]
