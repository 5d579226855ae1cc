"""Games under way, whatever the front end: what one saves, every other goes on with.

Read `seats` first, then `session`, a game and its steps, `records`, which reads one, `files`, which
stores it, and `folder`, the place of all.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.sessions.files import FileChanged as FileChanged, GameFile as GameFile
from westeros_intrigue.sessions.folder import Folder as Folder, SavedGame as SavedGame
from westeros_intrigue.sessions.records import (
    AnyRecord as AnyRecord,
    game_of as game_of,
    is_document as is_document,
    read_record as read_record,
    read_records as read_records,
)
from westeros_intrigue.sessions.seats import (
    AUTOMATED as AUTOMATED,
    PERSON as PERSON,
    Seat as Seat,
    name_seats as name_seats,
    names_of as names_of,
)
from westeros_intrigue.sessions.session import (
    AnySession as AnySession,
    Session as Session,
    continued as continued,
    owner_of as owner_of,
)
from westeros_intrigue.sessions.solved import SolvedPuzzles as SolvedPuzzles

_publish(globals())
