"""Moments of a turn as text: the turn and its doubles, what is asked, and what comes next.

    turn 7; doubles 1; buy then floor 0

A game that begins from a table begins with a turn, unless its start has a moment: then the steps of
the text are its agenda. Each class of steps says by its `line` how it is written; what the table
tells is left out, and so is the throw, or the decision in jail, that comes after a `floor`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import attrs

from westeros_intrigue.gamekit import limits, lines, spellings
from westeros_intrigue.gamekit.agenda import Step, first_step
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.text import Scanner, pattern, word_of
from westeros_intrigue.games.monopoly.pieces.board import Deal, Dice, Die
from westeros_intrigue.games.monopoly.pieces.spaces import MOST_CASH, Effect, Seats
from westeros_intrigue.games.monopoly.position import moves, table
from westeros_intrigue.games.monopoly.position.state import Act, Draft
from westeros_intrigue.games.monopoly.position.table import Holdings, Phase, Start
from westeros_intrigue.games.monopoly.turns import arrivals, dealings, throws

STEPS, _OVER = "steps", "over"
_EFFECT = "an effect of a card of the edition"


def _scan_effect(scanner: Scanner, holdings: Holdings, known: spellings.Known) -> Effect:
    effects = {str(effect): effect for card in holdings.board.cards for effect in card.effects}
    return spellings.one_of(effects, _EFFECT).scan(scanner, holdings, known)


def _scan_side(scanner: Scanner, _holdings: Holdings, _known: spellings.Known) -> moves.Bundle:
    return moves.scan_bundle(scanner)


_DIE = spellings.spelling_of_hint(Die, {})
OWN: Mapping[Any, spellings.Spelling[Any]] = {
    moves.Bundle: spellings.Spelling(
        pattern("[0-9]"), _scan_side, "deeds such as 5+14, 1j or 3c", spellings.as_text, ("#",)
    ),
    Effect: spellings.Spelling(pattern("[a-z_]+"), _scan_effect, _EFFECT, spellings.as_text),
    Act: spellings.one_of(
        {word_of(act): act for act in (moves.Build, moves.Sell, moves.Mortgage, moves.Redeem)}
    ),
    Dice: spellings.tuple_by_mark([_DIE, _DIE], "-"),
}
"""The spellings that do not follow from annotations."""


def _find_following(step: Step, holdings: Holdings) -> Step | None:
    if isinstance(step, dealings.Interval):
        return throws.before_throw(holdings, holdings.turn_player)
    return None


_STEPS = lines.StepForms((*dealings.STEPS, *throws.STEPS), OWN, _find_following, others=(_OVER,))


@attrs.frozen
class Moment:
    """The facts that a moment adds to a table."""

    turn_number: Annotated[limits.Ordinal, spellings.Described("the turn")] = 1
    """The turn, counted from 1."""
    doubles: Annotated[int, limits.Range(0, 2)] = 0
    """The doubles in a row in this turn."""
    standing: Seats = ()
    """The players who stand by, ascending."""
    pot: Annotated[int, limits.Range(1, MOST_CASH)] = 0
    """The coins in the pot of the house rule, if there are any."""
    steps: tuple[Step, ...] = ()
    """The coming steps in order; () if the game is over."""


PARTS = ("doubles {doubles}", "standing {standing}", "pot {pot}", STEPS)
"""The forms of the parts after the turn."""
_MOMENT = lines.Parts(Moment, ("turn {turn_number}", *PARTS), OWN, STEPS)
_FACTS = tuple(field.name for field in attrs.fields(Moment))


def moment_of(holdings: Holdings) -> Moment:
    """Return the moment of a table."""
    return Moment(
        holdings.turn_number, holdings.doubles, holdings.standing, holdings.pot, holdings.agenda
    )


def steps_in_words(holdings: Holdings, moment: Moment) -> str:
    """Return the steps of a moment; empty for the beginning of the first turn."""
    steps = _STEPS.write_all(moment.steps, Draft.bare(holdings)) or _OVER
    is_usual = not moment.doubles and not moment.standing and not moment.pot
    is_first = is_usual and moment.turn_number == 1 and steps == f"floor {holdings.turn_player}"
    return "" if is_first else steps


def write_moment(holdings: Holdings) -> str:
    """Return the moment of a table; empty for the beginning of the first turn."""
    moment = moment_of(holdings)
    steps = steps_in_words(holdings, moment)
    return "; ".join(_MOMENT.write(moment, holdings, steps, "turn")) if steps else ""


# Reading.


def read_moment(draft: Draft, text: str) -> Moment:
    """Return the moment that a text adds to a table.

    Raises:
        NotationError: the text is not a moment, or no game leads to it; the column says where.
    """
    scanner = Scanner(text)
    places: spellings.Places = {}
    parts = _MOMENT.find(scanner)
    fields = _MOMENT.read(scanner, parts, draft, places)
    return scan_moment(draft, scanner, parts, fields, places)


def scan_moment(
    draft: Draft,
    scanner: Scanner,
    parts: Mapping[str, int],
    fields: Mapping[str, Any],
    places: Mapping[str, int],
) -> Moment:
    """Read the steps of a moment, and check that its fields and steps fit a table.

    Args:
        draft: the table, with an empty agenda.
        scanner: the text.
        parts: the places of its parts.
        fields: the other fields that have been read, by name; those of a moment are taken.
        places: their places.
    """
    moment = Moment(**{name: field for name, field in fields.items() if name in _FACTS})
    last, standing = len(draft.cash) - 1, moment.standing
    for at, seat in enumerate(standing):
        if seat > last or seat <= max(standing[:at], default=-1):
            raise scanner.error(f"seats up to {last}, ascending", places[f"standing[{at}]"])
    if moment.pot and "pot" not in draft.variant.house_rules:
        raise scanner.error("no pot without the house rule", parts["pot"])
    draft.turn_number, draft.doubles, draft.standing = moment.turn_number, moment.doubles, standing
    steps = _scan_steps(draft, scanner, parts)
    moment = attrs.evolve(moment, steps=tuple(step for step, _ in steps))
    if steps:
        _check_that_it_waits(draft, scanner, moment, [where for _, where in steps])
    return moment


def _scan_steps(
    draft: Draft, scanner: Scanner, parts: Mapping[str, int]
) -> list[tuple[Step, spellings.Places]]:
    """Return the steps with the places of their fields."""
    if STEPS not in parts:
        at: spellings.Places = {"step": parts.get("turn", 0)}
        return [
            (throws.new_interval(draft), at), (throws.before_throw(draft, draft.turn_player), at),
        ]  # fmt: skip
    scanner.position = start = parts[STEPS]
    steps: list[tuple[Step, spellings.Places]] = []
    if scanner.read_match(pattern(rf"{_OVER}\b")):
        if len(table.solvent(draft)) > 1:
            raise scanner.error("a decision, since several players are solvent", start)
    else:
        steps = _STEPS.read_all(scanner, draft)
        for step, places in steps:
            for name, expected in arrivals.find_excess(draft, step):
                raise scanner.error(expected, places.get(name, places["step"]))
    lines.Parts.need_end(scanner, "then, a semicolon or the end")
    return steps


def _check_that_it_waits(
    draft: Draft, scanner: Scanner, moment: Moment, places: Sequence[spellings.Places]
) -> None:
    """Raise NotationError unless the game comes to this moment, and waits in it."""
    start = places[0]["step"]
    if len(table.solvent(draft)) < 2:
        raise scanner.error("over, since only one player is solvent", start)
    if not arrivals.is_arrival(draft, moment.steps):
        expected, at = _find_what_can_wait(draft, moment.steps, places)
        raise scanner.error(expected, at)
    if arrivals.can_go_on(draft, moment.steps):
        raise scanner.error("a step at which the game waits: it goes on by itself here", start)


def _find_what_can_wait(
    draft: Draft, steps: tuple[Step, ...], places: Sequence[spellings.Places]
) -> tuple[str, int]:
    """Return steps that could stand in a text where no game brings those of it, and the place."""
    start = places[0]["step"]
    if draft.turn_player in draft.bankrupt:
        return "the turn of a solvent player, or auctions of a bankrupt one's deeds", start
    opening = arrivals.find_opening(steps)
    if opening is not None:
        return _find_what_can_open(draft, steps, opening, places)
    found = [each for each in arrivals.find_arrivals(draft, of_cards=False) if each.steps]
    first = arrivals.begin_again(draft, steps[0])
    for wanted, _ in found:
        if first == wanted[0] and len(steps) > 1:
            # The first step can wait here, so it is one of those after it that cannot.
            pairs = enumerate(zip(steps, wanted, strict=False))
            last = min(len(wanted), len(steps) - 1)
            at = next((number for number, (one, other) in pairs if one != other and number), last)
            return _expect_after(draft), places[at]["step"]
    for wanted, _ in found:
        if name := _only_difference(first, wanted[0]):
            words = _STEPS.write_all(wanted, draft)
            return f"the {name} as in {words}", places[0].get(name, start)
    return _list_what_can_wait(draft, found), start


def _find_what_can_open(
    draft: Draft,
    steps: tuple[Step, ...],
    opening: arrivals.Opening,
    places: Sequence[spellings.Places],
) -> tuple[str, int]:
    """Return a move with which a player could have opened the first step, and its place."""
    seat, asked = opening.seat, opening.asked
    done = f"what player {seat} can have done"
    if asked.offers_made(seat) < 0:
        counted = _STEPS.write(first_step(steps[1:], dealings.Trading).counting(seat), draft)
        return f"{done}: the offer counts, as in {counted}", places[1]["step"]
    if obstacle := arrivals.find_obstacle(draft, opening):
        return f"{done}: {obstacle}", places[0]["step"]
    before = (asked, *opening.rest)
    if arrivals.is_arrival(draft, before):
        return f"{done}, with the floor at the next player", places[1]["step"]
    return _find_what_can_wait(draft, before, places[1:])


def _list_what_can_wait(draft: Draft, found: Sequence[arrivals.Arrival]) -> str:
    if not found:
        return "no doubles before the player leaves jail"
    by_kind = {type(steps[0]): _STEPS.write_all(steps, draft) for steps, _ in reversed(found)}
    words = join_words(dict.fromkeys(reversed(by_kind.values())), "or")
    can_continue = any(each.can_continue for each in found)
    others = ", a step of a Chance card, or an offer" if can_continue else ""
    return f"what can wait here: {words}{others}"


def _expect_after(draft: Draft) -> str:
    if draft.doubles:
        return "the end, effects of a card, or the floor after the double"
    return "the end, or effects of a card (and a floor only after `doubles 1`)"


def _only_difference(one: Step, other: Step) -> str:
    """Return the name of the only field in which two steps of a class differ; else empty."""
    if type(one) is not type(other):
        return ""
    names = [field.name for field in attrs.fields(type(one))]  # type: ignore[arg-type]  # made by attrs
    differing = [name for name in names if getattr(one, name) != getattr(other, name)]
    return differing[0] if len(differing) == 1 else ""


def take_up(draft: Draft, text: str) -> None:
    """Put a table at the moment of a text; raise NotationError if no game leads there."""
    put_at(draft, read_moment(Draft.begin(draft.start, Deal()), text))


def put_at(draft: Draft, moment: Moment) -> None:
    """Put a table at a moment, before the game goes on."""
    draft.turn_number, draft.doubles = moment.turn_number, moment.doubles
    draft.standing, draft.agenda = moment.standing, moment.steps
    draft.pot = moment.pot
    if not moment.steps:
        draft.phase = Phase.GAME_OVER


def respell(start: Start) -> str:
    """Return the moment of a start as `write_moment` spells it; empty if it needs none.

    Raises:
        NotationError: no game leads to the moment.
    """
    draft = Draft.begin(start, Deal())
    moment = read_moment(Draft.begin(start, Deal()), start.moment)
    put_at(draft, moment)
    return write_moment(draft)
