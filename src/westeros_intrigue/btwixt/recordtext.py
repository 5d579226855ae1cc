"""Records as text: a head of lines with a name and a colon, an empty line, and a move a line.

Rules: setup.chance, bid.turn.
"""

from __future__ import annotations

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.lines import LineReader, each, number, written
from westeros_intrigue.base.values import check_type
from westeros_intrigue.btwixt.box import Box
from westeros_intrigue.btwixt.boxes import SAMPLE_BOX
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.notation import parse_card, parse_move
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.variants import Base, Drafting, Variant

_FIRST_LINE = "B'Twixt record 1"
_VARIANTS = {
    str(variant): variant
    for base, draft in (
        (Base.STANDARD, Drafting.NONE),
        (Base.ADVANCED, Drafting.NONE),
        (Base.STANDARD, Drafting.DRAFT),
        (Base.STANDARD, Drafting.KINGSMOOT),
    )
    for short in (False, True)
    for revealed in (False, True)
    for variant in (Variant(base, draft, short, revealed),)
}


def record_text(record: Record) -> str:
    """Return a record as text; **it holds every hand**.

    The box is only named: who reads the text needs the box too.

    >>> from westeros_intrigue.btwixt import setup
    >>> print(record_text(Record.of(setup(3, seed=1))).splitlines()[1])
    box: Sample box

    Raises:
        WrongType: `record` is no Record.

    Rules: setup.chance.
    """
    check_type("record", record, Record)
    chance = record.chance
    head = [
        ("box", record.box.name),
        ("players", str(record.players)),
        ("variant", str(record.variant)),
        ("first player", str(record.first_player)),
        ("leaders", " ".join(record.leaders or ("chosen",))),
        ("allies", " ".join(chance.allies)),
        ("tokens", " ".join(map(str, chance.tokens))),
        ("leader order", " ".join(chance.leaders)),
        *(("deck", " ".join(map(str, order))) for order in chance.influence),
        ("events", " ".join(map(str, chance.events))),
        *(("white", " ".join(map(str, order))) for order in chance.leader_cards),
    ]
    return written(_FIRST_LINE, head, record.moves)


def parse_record(text: str, *, box: Box = SAMPLE_BOX) -> Record:
    """Return the record of a text; what follows a semicolon is a comment.

    Whether the game can have gone so, `Record.play` tells.

    >>> from westeros_intrigue.btwixt import setup
    >>> record = Record.of(setup(3, seed=1))
    >>> parse_record(record_text(record)) == record
    True

    Args:
        text: the text.
        box: the box that the game was played with.

    Raises:
        NotationError: it is no record, or of a game with another box; the error says where.
        WrongType: an argument is of another type.

    Rules: setup.chance.
    """
    check_type("text", text, str)
    check_type("box", box, Box)
    lines = LineReader(text, _FIRST_LINE)
    lines.field("box", {box.name: box}.get, f"the box {box.name}")
    players = lines.field("players", number, "a number")
    variant = lines.field("variant", _VARIANTS.get, f"one of {', '.join(_VARIANTS)}")
    first_player = lines.field("first player", number, "a number")
    leaders = lines.field("leaders", str.split, "the ids of the leaders, or chosen")
    chance = Chance(
        allies=tuple(lines.field("allies", str.split, "the ids of allies")),
        tokens=lines.field("tokens", each(number), "numbers"),
        leaders=tuple(lines.field("leader order", str.split, "the ids of leaders")),
        influence=lines.fields("deck", each(_card), "cards"),
        events=lines.field("events", each(_card), "cards"),
        leader_cards=lines.fields("white", each(_card), "cards"),
    )
    given = None if leaders == ["chosen"] else tuple(leaders)
    moves = tuple(lines.moves(parse_move))
    return Record(box, variant, players, first_player, given, chance, moves)


def _card(text: str) -> Card | None:
    try:
        return parse_card(text)
    except NotationError:
        return None
