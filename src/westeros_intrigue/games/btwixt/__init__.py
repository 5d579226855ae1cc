"""A Game of Thrones: B'Twixt: the whole game as immutable states and pure functions.

Much of the printed box is not publicly known: `KNOWN_CARDS` holds the known part, and `SAMPLE_BOX`
makes up the rest. Five rooms build on each other; read each in this order:

- `pieces`: `operations`, `cards`, `variants`, `box_faults`, `box` and `chance`;
- `position`: `moves`, `happenings`, `table`, `refusals`, `state`, `working_copy` and `line_words`;
- `turns`, the rules: `questions`, `abilities` and `seasons`, which `game` plays;
- `knowledge`: `clues`, `worlds`, `players` and `trials`;
- `telling`: `text`; positions in one line in `line_chance`, `step_words`, `line_defaults`,
  `line_parts`, `line_positions` and `position_lines`; `replay` and `records`; `screen_values` and
  `screen_facts`, which the table on the page in the folder `screen` shows.

`rulebook.json` holds the rules in words; the sentences of operations, events, questions and
refusals are written where those are.

To add an operation of abilities, follow `move_ally`:

1. `operations`: a member of `Operation`, with its words, its arguments and its timings; a new
   argument is a member of `Argument`, a field of `Ability` and a line of `Ability.arguments`.
2. `abilities`: a case of `Effect.do`, which mypy names until it has it; an operation that is only
   checked at some moment is looked up there with `Box.able`, such as NO_COPIES in `seasons`.
3. `rulebook.json`: its rules; an example of each in `tests/games/btwixt/shown`, and a wrong reading
   in `tests/games/btwixt/shown/faults.toml`.
4. `clues`, if it shows or narrows what leaders can hold.
5. The same in `tests/games/btwixt/second_engine`; a new argument in
   `tests/games/btwixt/any_boxes.py` and `tests/games/btwixt/test_words.py`; a card of `box.json`
   that has it.
6. The table of abilities in `docs/btwixt/play.md`.

To add a question that an effect asks, follow `AllyMove`:

1. `table`: a member of `DecisionKind`, with its rule and its request, and a heading if there is a
   shorter one.
2. `abilities`: a class of `Question` with that kind, which the effect puts on the agenda: its form
   in a line in `line`, how moves are read and made, the choices, what follows, and how the choice
   is found in the log. `QUESTIONS` lists the class, for documents and lines.
3. `refusals`: a member of `Refusal` for each way in which an answer can be wrong; a new kind is a
   member of `ViolationCode`.
4. `happenings`: a member of `Happening`, and its sentence in `_in_words`, which mypy names until it
   has it, unless an old one will do. An answer that logs no event is refused.
5. `players`: the worth of an answer and the reason for it, if some are better than others.
6. `rulebook.json`: its rule; an example and a wrong reading in `tests/games/btwixt/shown`; the same
   in `tests/games/btwixt/second_engine`.

The page draws the question from its heading and the words of its moves. To draw it at the table,
add its kind to `screen/sheet.js`.

To add an option of tables, follow `short`:

1. `variants`: a field of `Variant`, and the function that it changes. A new field is
   `Annotated[bool, OnlyIfUnusual()] = False`, so that documents without it stay as they are. Lines,
   records and the words of a variant have it from `FLAGS`.
2. `records`: an entry of `OPTIONS`, from which the command line, the page and new games have it.
3. `rulebook.json`: its rule. Its `tables` are the word of the option, such as `short`, or
   `not-short` for a rule that goes without it; `table_rules` in `game` has other traits. All rules
   of a table fit into 6000 characters, which `tests/games/test_table_rules.py` holds. A new chapter
   is named in `docs/btwixt/rules.rst`.
4. `tests/games/btwixt/shown`: an example and a wrong reading; `tests/games/btwixt/second_engine`:
   the same.
5. `docs/btwixt/play.md`: its row in the table of options, and in that of what options change, with
   the figures that `python -m studies effects btwixt --publish` plays after an entry in
   `studies/effects.py`.
6. Until the first release, a line in `CHANGELOG.md` if it changes what that says; later a file in
   `changes`.

To reword a refusal, or to add a fact to it, follow `TURN_BEGUN`: its member of `refusals.Refusal`,
whose obstacle and remedy use `Facts`; `abilities`, `questions` or `seasons`, where it is returned
with them.

B'Twixt is a game of Fantasy Flight Games; its name, the names of its cards and A Game of Thrones
are trademarks of their owners. This library is neither affiliated with nor endorsed by them.

>>> state = setup(3, seed=1)
>>> state = apply(state, parse_move("leader jon-snow"))
>>> state.decision.kind, state.active_player
(DecisionKind.CHOOSE_LEADER, 1)
"""

from westeros_intrigue.gamekit.defaults import automated_seats, goods_of
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.records import write_records
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.screens import GameScreen
from westeros_intrigue.games.btwixt.knowledge.players import (
    PLAYERS,
    Player,
    SearchPlayer,
    play_on,
    random_player,
    simple_player,
)
from westeros_intrigue.games.btwixt.pieces.box import KNOWN_CARDS, SAMPLE_BOX, Box
from westeros_intrigue.games.btwixt.pieces.box_faults import Fault, InvalidBox
from westeros_intrigue.games.btwixt.pieces.cards import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Ally,
    Card,
    InfluenceCard,
    Kind,
    Leader,
    describe,
    left_council,
    neighbours,
    right_council,
)
from westeros_intrigue.games.btwixt.pieces.chance import Chance, InvalidChance, draw_chance
from westeros_intrigue.games.btwixt.pieces.operations import (
    Ability,
    Argument,
    Colour,
    Onto,
    Operation,
    Side,
    Timing,
    Who,
)
from westeros_intrigue.games.btwixt.pieces.variants import (
    ADVANCED,
    DRAFT,
    KINGSMOOT,
    STANDARD,
    Base,
    Drafting,
    InvalidVariant,
    Season,
    Variant,
)
from westeros_intrigue.games.btwixt.position.happenings import Event, Happening, seen_by, sentence
from westeros_intrigue.games.btwixt.position.moves import (
    NOTATION,
    Choose,
    ChooseLeader,
    Decline,
    Draft,
    Kneel,
    Move,
    Play,
    Skip,
    parse_card,
    parse_move,
)
from westeros_intrigue.games.btwixt.position.refusals import (
    Facts,
    IllegalMove,
    Refusal,
    Violation,
    ViolationCode,
)
from westeros_intrigue.games.btwixt.position.state import GameState, Position, View
from westeros_intrigue.games.btwixt.position.table import (
    Bid,
    Block,
    Council,
    Current,
    DecidedBy,
    Decision,
    DecisionKind,
    Lasting,
    Phase,
    RoundResult,
    Table,
)
from westeros_intrigue.games.btwixt.telling.position_lines import format_position, parse_position
from westeros_intrigue.games.btwixt.telling.records import (
    DOCUMENTS,
    OPTIONS,
    RULES_VERSION,
    Record,
    new_game,
    read_records,
    rematch,
)
from westeros_intrigue.games.btwixt.telling.replay import determinize
from westeros_intrigue.games.btwixt.telling.screen_facts import screen_facts
from westeros_intrigue.games.btwixt.telling.screen_values import ScreenFacts
from westeros_intrigue.games.btwixt.telling.text import (
    draw_svg,
    draw_text,
    move_in_words,
    player_in_words,
    question,
    titles,
)
from westeros_intrigue.games.btwixt.turns.game import (
    PRIMER,
    RULEBOOK,
    Snapshot,
    apply,
    deciders,
    distinct_moves,
    events,
    explain,
    legal_moves,
    observe,
    proceed,
    rule,
    setup,
    table_rules,
)
from westeros_intrigue.games.btwixt.turns.questions import council_powers, final_winner, rank

NAME = "A Game of Thrones: B'Twixt"
"""The name of the game as people know it."""
KEY = "btwixt"
"""The name of the game in files and on the command line."""
SCREEN: GameScreen[View] = GameScreen("westeros_intrigue.games.btwixt", ScreenFacts, screen_facts)
"""The game's table on the page: its files, and the facts that they show."""

__all__ = [
    "ADVANCED",
    "DOCUMENTS",
    "DRAFT",
    "KEY",
    "KINGSMOOT",
    "KNOWN_CARDS",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NAME",
    "NOTATION",
    "OPTIONS",
    "PLAYERS",
    "PRIMER",
    "RULEBOOK",
    "RULES_VERSION",
    "SAMPLE_BOX",
    "SCREEN",
    "STANDARD",
    "Ability",
    "Ally",
    "Argument",
    "Base",
    "Bid",
    "Block",
    "Box",
    "Card",
    "Chance",
    "Choose",
    "ChooseLeader",
    "Colour",
    "Council",
    "Current",
    "DecidedBy",
    "Decision",
    "DecisionKind",
    "Decline",
    "Draft",
    "Drafting",
    "Event",
    "Facts",
    "Fault",
    "FinalResult",
    "GameState",
    "Happening",
    "IllegalMove",
    "InfluenceCard",
    "InvalidBox",
    "InvalidChance",
    "InvalidVariant",
    "Kind",
    "Kneel",
    "Lasting",
    "Leader",
    "Move",
    "Onto",
    "Operation",
    "Phase",
    "Play",
    "Player",
    "Position",
    "Record",
    "Refusal",
    "RoundResult",
    "SearchPlayer",
    "Season",
    "Side",
    "Skip",
    "Snapshot",
    "Table",
    "Timing",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "Who",
    "apply",
    "automated_seats",
    "council_powers",
    "deciders",
    "describe",
    "determinize",
    "distinct_moves",
    "draw_chance",
    "draw_svg",
    "draw_text",
    "events",
    "explain",
    "final_winner",
    "format_position",
    "goods_of",
    "left_council",
    "legal_moves",
    "move_in_words",
    "neighbours",
    "new_game",
    "observe",
    "parse_card",
    "parse_move",
    "parse_position",
    "play_on",
    "player_in_words",
    "proceed",
    "question",
    "random_player",
    "rank",
    "read_records",
    "rematch",
    "right_council",
    "rule",
    "seen_by",
    "sentence",
    "setup",
    "simple_player",
    "table_rules",
    "titles",
    "write_records",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
