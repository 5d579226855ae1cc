"""Read random text with every parser of the library, for a given time.

A parser returns a value or raises one of its documented errors; every value must be equal when
written and read back. Anything else stops the run and prints the smallest text that Hypothesis
finds. tests/notation/test_notation.py and tests/notation/test_records_refused.py do the same for a
moment.

    python scripts/fuzz.py --minutes 30
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable

from hypothesis import HealthCheck, given, settings, strategies as st

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    InvalidCourt,
    InvalidRecord,
    NotationError,
    Phase,
    Record,
    Variant,
    apply,
    distinct_moves,
    draw_text,
    parse_card,
    parse_court,
    parse_hand,
    parse_move,
    parse_slot,
    score_round,
    setup,
)
from westeros_intrigue.notation.notation import hand_text

Parser = Callable[[str], object]

PARSERS: dict[Parser, tuple[type[Exception], ...]] = {
    parse_card: (NotationError,),
    parse_slot: (NotationError,),
    parse_move: (NotationError,),
    parse_hand: (NotationError,),
    parse_court: (NotationError, InvalidCourt),
    Record.parse: (NotationError, InvalidRecord),
}
"""Each parser, with the errors that its documentation names for text."""

PIECES = (
    *'SLBTslbt0123456789aAbz -+/.,:@#[]()"\n\r\t\x00\x1b\u2212\u0664\u017f\ufeff\u2028',
    *("Stark", "to", "out", "S4", "a0", "a-3", "S4@b2", "0:S4@a0", "a0 S1", "Round 1", "Hand 0:"),
    *("Cards left: ", "Westeros Intrigue record 1\n", "Players: 2\n", "9" * 5000, " " * 300),
)


def main() -> None:
    """Run until the time is over or a parser breaks its promise."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int, default=None, help="of the games that are mangled")
    arguments = options.parse_args()
    rng = random.Random(arguments.seed)  # noqa: S311 - no secret
    end = time.monotonic() + 60 * arguments.minutes
    outcomes = Counter[str]()
    while time.monotonic() < end:
        run(samples(rng), outcomes)
        print(", ".join(f"{outcome} {count}" for outcome, count in sorted(outcomes.items())))


def run(valid: list[tuple[Parser, str]], outcomes: Counter[str]) -> None:
    """Read a few thousand texts, made of valid ones and of pieces."""

    @settings(
        max_examples=3000,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        parser_and_text=mangled(valid) | st.tuples(st.sampled_from(list(PARSERS)), random_texts())
    )
    def check(parser_and_text: tuple[Parser, str]) -> None:
        parser, text = parser_and_text
        outcomes[f"{parser.__qualname__}: {outcome(parser, text)}"] += 1

    check()


def outcome(parser: Parser, text: str) -> str:
    """Return a parser's result for a text; an error here means a broken promise."""
    before = time.monotonic()
    try:
        value = parser(text)
    except PARSERS[parser] as error:
        if len(str(error)) > 20_000:
            raise AssertionError("the message is as long as the text") from error
        result = type(error).__name__
    else:
        written = hand_text(value) if isinstance(value, tuple) else str(value)
        if parser(written) != value:
            raise AssertionError(f"{written!r} is read as something else")
        result = "read"
    if time.monotonic() - before > 10:
        raise AssertionError("reading takes too long")
    return result


def random_texts() -> st.SearchStrategy[str]:
    """Any text, and pieces in any order."""
    return st.text() | st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join)


@st.composite
def mangled(draw: st.DrawFn, valid: list[tuple[Parser, str]]) -> tuple[Parser, str]:
    """A valid text for its parser, with a few parts replaced by others, of it or from anywhere."""
    parser, text = draw(st.sampled_from(valid))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([1, 7, 80])))))
        other = draw(st.integers(0, len(text)))
        of_it = st.sampled_from(["", text[other : other + end - start], text[start:end] * 2])
        digit = st.sampled_from("0123456789SLBT")
        text = text[:start] + draw(of_it | digit | random_texts()) + text[end:]
    return parser, text


def samples(rng: random.Random) -> list[tuple[Parser, str]]:
    """Return valid texts from random games, each with its parser."""
    found: list[tuple[Parser, str]] = [
        (parse_card, "Stark 4"),
        (parse_slot, "b-2"),
        (parse_move, "S4@b2"),
        (parse_hand, "S4, L1 B2"),
    ]
    for variant in (STANDARD, STANDARD.with_options(anyone_can_die=True), SOLO_SCHEMING):
        state = random_game(4 if variant is SOLO_SCHEMING else rng.randint(2, 6), variant, rng)
        record = Record.from_state(state, tags={"Date": "2024-05-01"}, comment="One.\n\nTwo.")
        found += [
            (Record.parse, str(record)),
            (Record.parse, str(record)),
            (parse_court, str(state.court)),
            (parse_court, draw_text(state.court)),
            (parse_hand, hand_text(state.hands[0])),
        ]
    return found


def random_game(players: int, variant: Variant, rng: random.Random) -> GameState:
    """Play random moves to the end or to an earlier position."""
    state = setup(players, rng=rng, variant=variant)
    for _ in range(rng.randrange(200)):
        if state.phase is Phase.GAME_OVER:
            break
        moves = distinct_moves(state)
        state = apply(state, rng.choice(moves)) if moves else score_round(state)
    return state


if __name__ == "__main__":
    main()
