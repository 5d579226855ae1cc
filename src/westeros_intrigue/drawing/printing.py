"""Pages to print on A4: the cards of the game with signs of their own, and a score sheet.

Lengths are tenths of a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from westeros_intrigue.base.values import check_integer, tuple_of
from westeros_intrigue.drawing.elements import (
    SCOPE,
    box,
    class_of,
    group,
    ink,
    line_of_text,
    sign,
    with_paint,
)
from westeros_intrigue.drawing.scene import given_names
from westeros_intrigue.drawing.style import FONT
from westeros_intrigue.rules.cards import DECK, Card, IronThroneCard
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, STANDARD

_PAGE_WIDTH, _PAGE_HEIGHT = 2100, 2970
_CARD_WIDTH, _CARD_HEIGHT = 630, 880
_ACROSS, _DOWN = 3, 3
_LEFT = (_PAGE_WIDTH - _ACROSS * _CARD_WIDTH) // 2
_TOP = (_PAGE_HEIGHT - _DOWN * _CARD_HEIGHT) // 2
_INSET = 30
_GAMES = 3
_CROWN = "M0 12V3l4 4 4-7 4 7 4-4v9z"
"""The sign of an icon on an Iron Throne card, in a square of 16 by 16."""


def card_pages(throne_cards: Iterable[IronThroneCard] = STANDARD.throne_cards) -> tuple[str, ...]:
    """Return pages with the 36 character cards and the Iron Throne cards, as SVG documents.

    Each page has up to nine cards of 63 by 88 millimetres, the size of poker cards, with marks at
    the edges of the page along which to cut.

    >>> pages = card_pages()
    >>> len(pages), pages[0].count("Stark")
    (5, 18)

    Args:
        throne_cards: the Iron Throne cards of your game.

    Rules: components.characters, components.throne.
    """
    thrones = tuple_of("throne_cards", IronThroneCard, throne_cards)
    faces = [*map(_character, DECK), *map(_throne, thrones)]
    count = _ACROSS * _DOWN
    return tuple(
        _page("Cards to cut out", _cards(faces[start : start + count]))
        for start in range(0, len(faces), count)
    )


def score_sheet(players: int = 4, names: Sequence[str] = ()) -> str:
    """Return a page with empty tables for the points of three games, as an SVG document.

    >>> score_sheet(3, ("Ada", "Ben", "Cem")).count("Ada")
    3

    Args:
        players: the number of players, which is that of the rounds.
        names: the names of the players, if they are known.

    Raises:
        InvalidValue: there are fewer than 2 or more than 6 players, or not a name for each.

    Rules: round.count, final.total.
    """
    players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
    names = given_names(names, players) or ("",) * players
    elements = [line_of_text("Westeros Intrigue", 150, 200, size=80, bold=True)]
    rounds = [f"R{number}" for number in range(1, players + 1)]
    heads = ["", *rounds, "Points", "Off", "Total"]
    edges = [150, *range(530, _PAGE_WIDTH, (_PAGE_WIDTH - 680) // (players + 3))]
    tall = min(110, 720 // (players + 1))
    for game in range(_GAMES):
        for row, name in enumerate(["", *names]):
            y = 320 + 860 * game + tall * row
            for column, head in enumerate(heads):
                x, wide = edges[column], edges[column + 1] - edges[column]
                cell = box(x, y, wide, tall, radius=0, stroke_width=3)
                elements.append(f"<g {class_of('closed')}>{cell}</g>")
                text = name if not column else head if not row else ""
                elements.append(line_of_text(text, x + 12, y + tall // 2 + 14, size=36))
    rule = "Points: cards left in hand. Off: Iron Throne cards. The lowest total wins."
    elements.append(line_of_text(rule, 150, _PAGE_HEIGHT - 130, size=36, kind="muted"))
    return _page(f"Score sheet for {players} players", elements)


def _page(title: str, elements: Iterable[str]) -> str:
    """Return a page as a document; it is printed as light as it can be."""
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" role="img" '
        f'aria-label="{escape(title)}" viewBox="0 0 {_PAGE_WIDTH} {_PAGE_HEIGHT}" '
        f'width="210mm" height="297mm" font-family="{FONT}">'
    )
    parts = [opening, f"<title>{escape(title)}</title>", *elements, "</svg>\n"]
    return with_paint("\n".join(parts), "light")


def _cards(faces: Sequence[str]) -> list[str]:
    """Return cards side by side, and the marks along which to cut them apart."""
    across = [_LEFT + _CARD_WIDTH * at for at in range(_ACROSS + 1)]
    down = [_TOP + _CARD_HEIGHT * at for at in range(_DOWN + 1)]
    placed = [
        f'<g transform="translate({across[at % _ACROSS]} {down[at // _ACROSS]})">{face}</g>'
        for at, face in enumerate(faces)
    ]
    marks = [f"M{x} {y}v60" for x in across for y in (_TOP - 80, down[-1] + 20)]
    marks += [f"M{x} {y}h60" for y in down for x in (_LEFT - 80, across[-1] + 20)]
    return [*placed, f'<path {class_of("closed")} d="{"".join(marks)}"/>']


def _character(card: Card) -> str:
    house = card.house
    corner = [
        ink(house.letter, 75, 125, 90),
        ink(str(card.number), 75, 195, 54),
        sign(house, 51, 215, 3),
    ]
    middle = [sign(house, 171, 276, 18), ink(str(house), _CARD_WIDTH // 2, 670, 52)]
    return _card(house.letter, f"{card}, {house}", corner, middle)


def _throne(card: IronThroneCard) -> str:
    value = f"\N{MINUS SIGN}{card.value}"
    left = _CARD_WIDTH // 2 - 55 * min(card.icons, 4) + 15
    crowns = [_crown(left + 110 * (at % 4), 560 + 100 * (at // 4)) for at in range(card.icons)]
    middle = [ink("Iron Throne", 315, 180, 52), ink(value, 315, 460, 300), *crowns]
    return _card("throne", f"Iron Throne card {card}", [ink(value, 105, 120, 76)], middle)


def _crown(x: int, y: int) -> str:
    path = f'<path d="{_CROWN}" fill="currentColor" stroke="none"/>'
    return f'<g transform="translate({x} {y}) scale(5)">{path}</g>'


def _card(kind: str, title: str, corner: Sequence[str], middle: Sequence[str]) -> str:
    """Return a card with its corner twice, once upside down."""
    wide, tall = _CARD_WIDTH, _CARD_HEIGHT
    face = box(_INSET, _INSET, wide - 2 * _INSET, tall - 2 * _INSET, radius=40, stroke_width=6)
    turned = f'<g transform="rotate(180 {wide // 2} {tall // 2})">{"".join(corner)}</g>'
    return group(kind, [face, *corner, turned, *middle], title)
