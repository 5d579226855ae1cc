from westeros_intrigue.gamekit.records import PERSON as PERSON
from westeros_intrigue.play.sessions.folder import (
    FileChanged as FileChanged,
    Folder as Folder,
    GameFile as GameFile,
    SavedGame as SavedGame,
    SolvedPuzzles as SolvedPuzzles,
)
from westeros_intrigue.play.sessions.session import (
    AUTOMATED as AUTOMATED,
    AnyRecord as AnyRecord,
    AnySession as AnySession,
    Seat as Seat,
    Session as Session,
    continue_game as continue_game,
    is_document as is_document,
    names_of as names_of,
    owner_of as owner_of,
    read_record as read_record,
    read_records as read_records,
)
