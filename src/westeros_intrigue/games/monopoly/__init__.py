"""Monopoly: Game of Thrones Edition (Hasbro E3278): immutable states and pure functions.

Five rooms build on each other; read each in this order:

- `pieces`: `spaces`, `editions`, `gaps`, `forms` and `board`;
- `position`: `moves`, `refusals`, `happenings`, `table`, `state` and `sentences`;
- `turns`, the rules: `acts`, `legality`, `dealings`, `trading` and `throws`; then `arrivals` and
  `moments`, by which a game begins from a table; `game` plays;
- `knowledge`: `questions`, `players` and `trials`;
- `telling`: `drawing`, `records`, `position_lines`, `screen_values` and `screen_facts`.

The folder `screen` is the table on the page, which shows these facts. Words are beside what they
describe: an event in `happenings`, a refusal in `refusals`, an effect of a card in `spaces`, a
question in its class, a move in `sentences`. `rulebook.json` contains the rules.

To add an option, follow `castle_sale`:

1. `rulebook.json`: its rule.
2. `table`: the field of `Variant`, with its limits and `OnlyIfUnusual()`, so that earlier files
   stay readable.
3. `records`: its entry in `OPTIONS`, from which the command line, the page and new games have it,
   and its field in `_Head`, with its form in the line `variant` of `_HEAD`, where a group is left
   out if it is usual. JSON and schemas need nothing.
4. The function that it changes, which reads `holdings.variant`: `state` has prices and rents,
   `dealings` deals and debts, `throws` throws, moves and spaces.
5. `tests/games/monopoly/second_engine`: the same, from `STANDARD` of its `game.py`; two values
   among the games that both engines play, in `tests/games/monopoly/test_against_second_engine.py`,
   and in `scripts/making/game_vectors.py`.
6. `position_lines`: its field in `_Facts`, and the form of its part in `_LINE`.
7. `tests/games/monopoly/shown`: an example; a wrong reading in
   `tests/games/monopoly/shown/faults.toml`.
8. The table of options in `docs/monopoly/play.md`.

To add a house rule, follow `uneven`:

1. `rulebook.json`: its rule, with an id such as `house.uneven`.
2. `table`: its word in `HOUSE_RULES`, from which the command line, the page, records, lines and
   JSON have it.
3. The function that it changes, which looks for the word in `variant.house_rules`; a refusal of
   its own in `refusals`.
4. `tests/games/monopoly/second_engine`: the same. `tests/games/monopoly/shown`: an example and a
   wrong reading.
5. `tests/games/test_table_rules.py` holds that all rules of a table fit into 6000 characters: the
   text of the rule is short.
6. Its row in the table of `docs/monopoly/play.md`, with the figures that `python -m studies effects
   monopoly --publish` plays.
7. Until the first release, a line in `CHANGELOG.md` if it changes what that says; later a file in
   `changes`.

To add a fact of the table, follow `pot`, the coins in the pot of a house rule:

1. `table`: the fact in `Moment`, or in `Layout` if a game can begin with any value of it. Clients
   without the rules then get it by `questions.Showing`, which declares it again with a default, so
   that earlier files stay readable.
2. `state`: its first value in `Draft.begin`, which mypy names until it has it, and its property in
   `PublicFacts`, which a test names. Only methods of `Draft` change the table; all coins move by
   `Draft.pay`.
3. `drawing`: what people see of it; its question's words in `sentences`. For the page,
   `screen_values`, `screen_facts` and `screen/board.js`.
4. `moments`: its field in `Moment` and its form in `PARTS`, so that a game can begin with it.
5. `tests/games/monopoly/second_engine/game.py` and `tests/games/monopoly/invariants.py`: the same,
   and what is always true of it.

To add an effect of a card, follow `pay_each`: its rule; the member of `spaces.Word`, with the
kinds of its numbers; `spaces.effect_in_words` and `throws.CarryOut.do`, which mypy names until they
have it; the second engine; the table in `docs/monopoly/play.md`.

To add an event, follow `Jailed`: its class in `happenings`, with its sentence in `words`, which
mypy names until it has it, and the class in `Event`; the function, in `throws` or another module of
the rules, where it happens, which appends it to `draft.events`. Documents and schemas follow from
the class.

To add a question, follow `DeedChoice`: its member of `state.Decision`; its class in `dealings` or
`throws`, with its sentence in `in_words` and its form in a line in `line`, and the class in `STEPS`
of that module; a class of its numbers in `questions`, with a method `of`, and its row in `_FACTS`,
without which the import fails. Each answer logs an event, or is in `told_later` of the class. A
rule that brings the question brings it to a line as well, in `find_arrivals` of `arrivals`, which
calls the same function, such as `throws.after_double`; `check_game` tries the lines with every
option. The players that search try its answers if `players` has it in `_TRIED`. The page draws it
from this sentence and the words of its moves, until a member of `Reason` in `screen_values` and a
case of `screen/middle.js` draw it differently. Its row is in the table of decisions in
`docs/monopoly/play.md`.

A new answer is a class in `moves`, in `Move` and in `NOTATION`; mypy then names `sentences`. It is
exported here, and has an entry in `docs/monopoly/api-answers.rst`.

To reword a refusal, or to add a fact to it, follow `NO_DEED`: its member of `refusals.Refusal`,
whose sentence uses the facts; `acts`, `dealings` or `throws`, where a check yields it with them.

Monopoly is a trademark of Hasbro, and Game of Thrones one of Home Box Office. This library is
neither affiliated with nor endorsed by them.

>>> import random
>>> rng, state = random.Random(1), setup(2, seed=1)
>>> while not state.is_over:
...     moves = legal_moves(state)
...     state = apply(state, moves[int(rng.random() * len(moves))])
>>> final_winner(state).winners
(0,)
"""

from westeros_intrigue.gamekit.defaults import automated_seats, deciders, seen_by, titles
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.records import write_records
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.screens import GameScreen
from westeros_intrigue.games.monopoly.knowledge.players import (
    PLAYERS,
    Player,
    SearchPlayer,
    play_on,
    random_player,
    simple_player,
    trader_player,
)
from westeros_intrigue.games.monopoly.knowledge.questions import (
    Showing,
    Snapshot,
    determinize,
    events,
    ledger,
    observe,
)
from westeros_intrigue.games.monopoly.pieces.board import Deal, InvalidDeal, dice_at, draw_deal
from westeros_intrigue.games.monopoly.pieces.editions import (
    PRINTED,
    SAMPLE,
    AuctionTerms,
    Edition,
    Gap,
    InvalidEdition,
    JailTerms,
    Mark,
    Money,
    Supply,
    read_edition,
    write_edition,
)
from westeros_intrigue.games.monopoly.pieces.forms import FORM, PLAYABLE, read_form
from westeros_intrigue.games.monopoly.pieces.gaps import Filling, fill_in, missing
from westeros_intrigue.games.monopoly.pieces.spaces import (
    Argument,
    ChanceCard,
    Effect,
    Space,
    SpaceKind,
    Word,
)
from westeros_intrigue.games.monopoly.position.happenings import Event, Purpose, sentence
from westeros_intrigue.games.monopoly.position.moves import (
    NOTATION,
    Accept,
    Bid,
    Build,
    Bundle,
    Buy,
    Choose,
    Decline,
    Demand,
    GiveUp,
    Mortgage,
    Move,
    Offer,
    Pass,
    PayFee,
    Place,
    PutUp,
    Redeem,
    Sell,
    SellSet,
    StandBy,
    TryDouble,
    UseCard,
    Waive,
    parse_move,
)
from westeros_intrigue.games.monopoly.position.refusals import (
    Facts,
    IllegalMove,
    Violation,
    ViolationCode,
)
from westeros_intrigue.games.monopoly.position.sentences import (
    move_in_words,
    player_in_words,
    question,
)
from westeros_intrigue.games.monopoly.position.state import (
    Decision,
    GameState,
    Position,
    View,
    means,
    rent,
)
from westeros_intrigue.games.monopoly.position.table import (
    STANDARD,
    Deed,
    Phase,
    Table,
    Variant,
)
from westeros_intrigue.games.monopoly.telling.drawing import draw_svg, draw_text
from westeros_intrigue.games.monopoly.telling.position_lines import format_position, parse_position
from westeros_intrigue.games.monopoly.telling.records import (
    DOCUMENTS,
    OPTIONS,
    RULES_VERSION,
    Record,
    new_game,
    read_records,
    rematch,
)
from westeros_intrigue.games.monopoly.telling.screen_facts import preview, table_facts
from westeros_intrigue.games.monopoly.telling.screen_values import TableFacts
from westeros_intrigue.games.monopoly.turns.game import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    PRIMER,
    RULEBOOK,
    InvalidPosition,
    apply,
    arrange,
    distinct_moves,
    final_winner,
    is_eliminated,
    legal_moves,
    proceed,
    rule,
    setup,
    supply_card,
    supply_chance,
    supply_dice,
    table_rules,
)
from westeros_intrigue.games.monopoly.turns.legality import (
    explain,
    goods_of,
    may_offer,
    simple_offers,
)

NAME = "Monopoly: Game of Thrones Edition"
"""The name of the game as people know it."""
KEY = "monopoly"
"""The name of the game in files and on the command line."""
SCREEN = GameScreen("westeros_intrigue.games.monopoly", TableFacts, table_facts, preview=preview)
"""The table on the page."""
PASSES = ("pass", "stand-by")
QUANTITIES = ("bid",)
"""The moves that change nothing: a front end may make the last legal one if there are no others."""

__all__ = [
    "DOCUMENTS",
    "FORM",
    "KEY",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NAME",
    "NOTATION",
    "OPTIONS",
    "PASSES",
    "PLAYABLE",
    "PLAYERS",
    "PRIMER",
    "PRINTED",
    "QUANTITIES",
    "RULEBOOK",
    "RULES_VERSION",
    "SAMPLE",
    "SCREEN",
    "STANDARD",
    "Accept",
    "Argument",
    "AuctionTerms",
    "Bid",
    "Build",
    "Bundle",
    "Buy",
    "ChanceCard",
    "Choose",
    "Deal",
    "Decision",
    "Decline",
    "Deed",
    "Demand",
    "Edition",
    "Effect",
    "Event",
    "Facts",
    "Filling",
    "FinalResult",
    "GameState",
    "Gap",
    "GiveUp",
    "IllegalMove",
    "InvalidDeal",
    "InvalidEdition",
    "InvalidPosition",
    "JailTerms",
    "Mark",
    "Money",
    "Mortgage",
    "Move",
    "Offer",
    "Pass",
    "PayFee",
    "Phase",
    "Place",
    "Player",
    "Position",
    "Purpose",
    "PutUp",
    "Record",
    "Redeem",
    "SearchPlayer",
    "Sell",
    "SellSet",
    "Showing",
    "Snapshot",
    "Space",
    "SpaceKind",
    "StandBy",
    "Supply",
    "Table",
    "TryDouble",
    "UseCard",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "Waive",
    "Word",
    "apply",
    "arrange",
    "automated_seats",
    "deciders",
    "determinize",
    "dice_at",
    "distinct_moves",
    "draw_deal",
    "draw_svg",
    "draw_text",
    "events",
    "explain",
    "fill_in",
    "final_winner",
    "format_position",
    "goods_of",
    "is_eliminated",
    "ledger",
    "legal_moves",
    "may_offer",
    "means",
    "missing",
    "move_in_words",
    "new_game",
    "observe",
    "parse_move",
    "parse_position",
    "play_on",
    "player_in_words",
    "proceed",
    "question",
    "random_player",
    "read_edition",
    "read_form",
    "read_records",
    "rematch",
    "rent",
    "rule",
    "seen_by",
    "sentence",
    "setup",
    "simple_offers",
    "simple_player",
    "supply_card",
    "supply_chance",
    "supply_dice",
    "table_rules",
    "titles",
    "trader_player",
    "write_edition",
    "write_records",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
