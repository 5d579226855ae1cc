"""Language models as players of any game: what they are told, and how their answers are read.

Read `answers` first, the parser; then `prompts`, the messages; `queries`, one decision;
`transcripts`, and `models`, the player. Nothing here needs a package or a network: a model is a
function from messages to a text.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.lab.language.answers import Answer, find_moves
from westeros_intrigue.lab.language.models import Ask, LanguagePlayer, NoMove
from westeros_intrigue.lab.language.prompts import Message, Prompter
from westeros_intrigue.lab.language.queries import Attempt, Query
from westeros_intrigue.lab.language.transcripts import Decided, Transcript

__all__ = [
    "Answer",
    "Ask",
    "Attempt",
    "Decided",
    "LanguagePlayer",
    "Message",
    "NoMove",
    "Prompter",
    "Query",
    "Transcript",
    "find_moves",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
