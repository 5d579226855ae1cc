"""The rules of the card game: its pieces, its table and the game itself, one floor above another.

Read the modules in this order; each imports only modules above it in this list.

The pieces, each without a game: `cards`, `board`, `variants`, `dealing`, `violations`,
`house_rules`, `court`, `automated`, `points`.

The table and its events, all that every player can see: `game_events`, `round_results`,
`public_facts`, `following`, `unseen`, `table`.

The game, with its hidden cards and what each player sees of it: `state`, `view`, `moves`,
`scoring`, `log`, `house_games`.

`rulebook.json` contains the rules in words, by their ids.

To add a rule, follow `court.vacant`:

1. `rulebook.json`: its id, kind, title and text. Paraphrase; never copy a printed sentence.
   `kind` is `stated` for a printed rule, and `ruling` for one that this project adds. `tables`
   lists the traits of the tables that need it, which `Variant.traits` returns; without it, every
   table needs a stated rule.
2. `violations`, if a move can break it: a member of `ViolationCode`, with its sentence.
3. The lowest module of this list that knows enough: the rule itself. Its docstring cites the id.
4. `tests/rules/shown`: an example of it, and in `tests/rules/shown/faults.toml` a wrong reading.
5. `tests/second_engine`: the same rule. The number of rules in `README.md`.

To add an option, follow `anyone_can_die`:

1. `rulebook.json`: its rule, and an example as for any rule; `tests/rules/shown/README.md` says how
   a position is written. A refusal cites the rule that is broken, such as `court.width` at a
   narrower court, and not the option.
2. `variants`: a field at the end of `Variant`, marked `OnlyIfUnusual()` so that earlier files stay
   readable; the argument of `with_options`; the line in `OPTION_RULES`, from which the command
   line, the page, records, JSON, positions in one line and the environments read it; and
   `needs_houses`, if it does.
3. The function that it changes: `list_adjustments` and `ADJUSTMENTS` in `points`, what is dealt in
   `dealing` and `Variant`, turns in `following` and `moves`, or `Variant.width_limit`.
4. `unseen`, `views/observation.py` and `play/page/tables.py`, if it deals or hides cards in another
   way: what views prove, when positions are equal, and when a game may be tried again.
5. `lab/simulation/board.py`, `native/board.h` and `native/lanes.h`, if it changes turns or slots.
   They ask the variant for hands, points and the width of the court. Every option adds
   one to the numbers that `native/layout.h` counts before the values of Iron Throne cards: in the
   comment and in the number. Then `pip install --editable .` compiles them.
6. `tests/second_engine`, and the tests that ask it: `tests/helpers/against_second_engine.py` and
   `tests/rules/test_solo_against_second_engine.py`. `scripts/making/vectors.py`, `docs/vectors.md`
   and `tests/vectors_reader.mjs`: the same option in another language.
7. The grammars of `docs/notation.md` and `docs/records.md`; the tables of
   `docs/how-to/make-a-variant.md`, `docs/command-line.md` and `docs/environments.md`, whose layout
   then gets another name, since an observation shows one more number: search all files for the old
   name and for its number. The heading in `docs/rules/solo.rst`.

To reword a refusal, or to add a fact to it, follow `SLOT_TAKEN`:

1. `violations`: its sentence in `Violation`, and the fact as a field at its end, marked
   `OnlyIfUnusual()`, with its argument of `violation`. JSON, schemas and the types of JavaScript
   follow.
2. `court` or `moves`: where it is found. Everybody can read the text of an `IllegalMove`, so that
   it must not depend on hidden cards: `tests/views/test_views_leak_nothing.py` compares worlds.
3. `tests/samples/messages.txt`: the new words, by `scripts/make.py pinned`.
4. `docs/errors.md`, which shows an example of each code; for a fact also `docs/vectors.md` and
   `tests/vectors_reader.mjs`, which finds the same in another language.

Monopoly and B'Twixt have their refusals in `games/monopoly/position/refusals.py` and
`games/btwixt/position/refusals.py`.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.rulebook import Kind, Rule, Rulebook
from westeros_intrigue.rules.automated import find_dictated_slot
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard, Move, Slot
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, deal_from_deck, draw_deal
from westeros_intrigue.rules.game_events import (
    Elimination,
    Event,
    Phase,
    Placement,
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    TurnStart,
    seen_by,
)
from westeros_intrigue.rules.house_games import HouseRules, house_rule
from westeros_intrigue.rules.log import InvalidRecord, events
from westeros_intrigue.rules.moves import (
    NOTATION,
    PRIMER,
    RULEBOOK,
    RULES_VERSION,
    apply,
    distinct_moves,
    explain,
    find_move,
    is_eliminated,
    legal_moves,
    question,
    rule,
    spellings,
    table_rules,
)
from westeros_intrigue.rules.points import Adjustment, Decision, rank
from westeros_intrigue.rules.round_results import EarlierRounds, RoundResult
from westeros_intrigue.rules.scoring import final_winner, proceed, reveal, score_round
from westeros_intrigue.rules.state import GameState, deal_round, setup, supply_chance
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    SOLO_SCHEMING,
    STANDARD,
    InvalidVariant,
    Variant,
)
from westeros_intrigue.rules.view import Position, View
from westeros_intrigue.rules.violations import IllegalMove, Violation, ViolationCode

__all__ = [
    "DECK",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NOTATION",
    "PRIMER",
    "RULEBOOK",
    "RULES_VERSION",
    "SOLO_SCHEMING",
    "STANDARD",
    "Adjustment",
    "Card",
    "Court",
    "Deal",
    "Decision",
    "EarlierRounds",
    "Elimination",
    "Event",
    "FinalResult",
    "GameState",
    "House",
    "HouseRules",
    "IllegalMove",
    "InvalidCourt",
    "InvalidDeal",
    "InvalidRecord",
    "InvalidVariant",
    "IronThroneCard",
    "Kind",
    "Move",
    "Phase",
    "Placement",
    "Position",
    "Reveal",
    "RoundDeal",
    "RoundEnd",
    "RoundResult",
    "RoundStart",
    "Rule",
    "Rulebook",
    "SetAside",
    "Slot",
    "Table",
    "TurnStart",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "apply",
    "deal_from_deck",
    "deal_round",
    "distinct_moves",
    "draw_deal",
    "events",
    "explain",
    "final_winner",
    "find_dictated_slot",
    "find_move",
    "house_rule",
    "is_eliminated",
    "legal_moves",
    "proceed",
    "question",
    "rank",
    "reveal",
    "rule",
    "score_round",
    "seen_by",
    "setup",
    "spellings",
    "supply_chance",
    "table_rules",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
