"""Pictures of Monopoly: the table as text, and the board as SVG.

A text has the question, the players, and the board with a line for each space. In a picture, the
spaces form a ring, with deeds and their owners, buildings and tokens. The middle shows the
question, the players, the Treasury and the last events. Light colours are the default; dark ones
apply for readers who prefer them, as in the other pictures of the library.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator
from itertools import islice

from westeros_intrigue.drawing.svg import escape
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.outline import ASKED, BELOW, BOARD, Line, Outline
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.gamekit.text import word_of
from westeros_intrigue.gamekit.values import check_type
from westeros_intrigue.games import pictured
from westeros_intrigue.games.monopoly.pieces.editions import Edition, Mark
from westeros_intrigue.games.monopoly.pieces.spaces import Space, SpaceKind, coins
from westeros_intrigue.games.monopoly.position import sentences, state
from westeros_intrigue.games.monopoly.position.happenings import sentence
from westeros_intrigue.games.monopoly.position.moves import (
    Build,
    Buy,
    Choose,
    Mortgage,
    Place,
    Redeem,
    Sell,
)
from westeros_intrigue.games.monopoly.position.state import (
    Position,
    View,
    building_cost,
    deeds_of,
    rent_now,
)
from westeros_intrigue.games.monopoly.position.table import Deed, Table

_ALL_INVENTED = "SAMPLE EDITION: its numbers are invented"
_SOME_INVENTED = "SAMPLE EDITION: some of its numbers are invented"
_HEAD = f"{'':>6} no space                    set        price rent build mortg owner"


def draw_text(value: Position | Edition) -> str:
    r"""Return a position, or the board of an edition, as text for a terminal.

    A state shows only public information. Rents are the current ones; an Order's is for a throw of
    12. Buildings follow the owner, with H for a Holdfast.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> table = arrange(SAMPLE, cash=(9, 12), deeds={1: Deed(0), 3: Deed(0, level=1)})
    >>> print("\n".join(draw_text(table).splitlines()[:11]))
    Sample edition (invented names and numbers)
    turn 1: player 0 may act before player 0's throw
    Treasury 299, 29 Holdfasts, 10 Castles
    player 0: 9 coins, on Market Square
        deeds: Eelmarsh, Cinder Row H
    player 1: 12 coins, on Market Square
    <BLANKLINE>
           no space                    set        price rent build mortg owner
        01  0 Market Square
            1 Eelmarsh                 slate          2    2     2     1 0
            2 Rumour

    Args:
        value: a GameState, a View or an Edition. An unknown value of an edition is shown as `?`.

    Raises:
        WrongType: something else.

    Rules: edition.sample-flag, edition.catalogue, info.public.
    """
    if isinstance(value, Edition):
        return "\n".join(_edition_lines(value))
    check_type("value", value, state.GameState | View | Edition)
    return Outline(tuple(_lines(value)))


def sample_notice(edition: Edition) -> str:
    """Return the notice that a picture of an edition with invented values must have.

    >>> from westeros_intrigue.games.monopoly import PLAYABLE
    >>> sample_notice(PLAYABLE)
    'SAMPLE EDITION: some of its numbers are invented'
    """
    is_all = {mark for _, mark in edition.marks} == {Mark.INVENTED}
    return _ALL_INVENTED if is_all else _SOME_INVENTED


def _lines(position: Position) -> Iterator[Line]:
    edition, names = position.edition, position.board.names
    yield Line(edition.name)
    if edition.sample and "invented" not in edition.name:
        yield Line(sample_notice(edition))
    yield Line(f"turn {position.turn_number}: {sentences.question(position)}", ASKED)
    yield Line(bank_line(position))
    for player in range(position.players):
        yield Line(player_line(position, player), seat=player)
        if owned := deeds_of(position.table, player):
            deeds = ", ".join(names[index] + _state(position.table, index) for index in owned)
            yield Line(f"    deeds: {deeds}", BELOW, player)
    yield Line("\n".join(["", _HEAD, *_rows(position)]), BOARD)


def _rows(position: Position) -> Iterator[str]:
    for index, space in enumerate(position.edition.spaces):
        here = "".join(map(str, tokens(position, index)))
        numbers = _numbers(position.table, index) if space.kind.is_deed else _price(space)
        row = f"{here:>6} {index:>2} {space.name:<24.24} {_set(space):<10.10} {numbers}"
        yield row.rstrip()


def bank_line(position: Position) -> str:
    """Return a line with the contents of the Treasury, and the pot of the house rule."""
    pot = f"; pot {position.pot}" if "pot" in position.variant.house_rules else ""
    return (
        f"Treasury {position.treasury}, {count_things(position.holdfasts_left, 'Holdfast')}, "
        f"{count_things(position.castles_left, 'Castle')}{pot}"
    )


def player_line(position: Position, player: int) -> str:
    """Return a line about a player: coins, place, jail, cards."""
    if player in position.bankrupt:
        return f"player {player}: bankrupt"
    tries = position.jail_tries[player]
    name = position.board.names[position.positions[player]]
    where = f"on {name}" if tries is None else f"in jail, tries so far: {tries}"
    cards = len(position.kept_cards[player])
    kept = f", {count_things(cards, 'jail card')}" if cards else ""
    standing = ", standing by" if player in position.standing else ""
    return f"player {player}: {coins(position.cash[player])}, {where}{kept}{standing}"


def _state(table: Table, index: int) -> str:
    """Return the buildings and the mortgage of a deed, in short form."""
    deed = table.deeds[index]
    is_castle = deed.level == table.board.castle_level
    buildings = " Castle" if is_castle else " " * bool(deed.level) + "H" * deed.level
    return buildings + " mortgaged" * deed.mortgaged


def tokens(position: Position, space: int) -> list[int]:
    """Return the players whose tokens stand on a space."""
    return [
        player
        for player, place in enumerate(position.positions)
        if place == space and player not in position.bankrupt
    ]


def _numbers(table: Table, index: int) -> str:
    board, deed = table.board, table.deeds[index]
    due = rent_now(table, index)
    cost = building_cost(table, index) or ""
    shown_rent = "" if due is None else due
    owner = "" if deed.owner is None else f"{deed.owner}{_state(table, index)}"
    return f"{board.prices[index]:>5} {shown_rent:>4} {cost:>5} {board.mortgages[index]:>5} {owner}"


def _edition_lines(edition: Edition) -> Iterator[str]:
    yield edition.name
    if edition.sample:
        yield sample_notice(edition)
    yield " no space                     set        price  Holdfast Castle  mortgage  rents"
    for index, space in enumerate(edition.spaces):
        row = f"{index:>3} {space.name:<25.25} {_set(space):<10.10} {_price(space)}"
        if space.kind.is_deed:
            costs = (figure(space.holdfast_cost), figure(space.castle_cost))
            holdfast, castle = costs if space.kind is SpaceKind.LOCATION else ("", "")
            lent = f"{figure(space.mortgage)}/{figure(space.unmortgage)}"
            rents = " ".join(map(figure, space.rents))
            row += f"  {holdfast:>8} {castle:>6}  {lent:>8}  {rents}"
        yield row.rstrip()


def figure(number: int | None) -> str:
    """Return a number of an edition as text; `?` for an unknown one."""
    return "?" if number is None else str(number)


def _set(space: Space) -> str:
    return space.group or (space.kind.value if space.kind.is_deed else "")


def _price(space: Space) -> str:
    """Return the number on the board: the price of a deed, or the amount of a tax."""
    return f"{figure(getattr(space, space.parts[0])):>5}" if space.parts else ""


_CELL = 92
"""The width and the height of a space; numbers without a name are places in it."""
_COLOURS = {
    "brown": "#7b4a2d",
    "light blue": "#8fc7e8",
    "pink": "#d0569b",
    "orange": "#e88a2a",
    "red": "#c8342f",
    "yellow": "#ecc92f",
    "green": "#2f8f4e",
    "dark blue": "#2b4d9c",
    "slate": "#6f7f8f",
    "moss": "#6f8f3a",
    "amber": "#e0a526",
    "rust": "#b4532a",
    "plum": "#84457f",
    "teal": "#2a8a8a",
    "ink": "#2e3a66",
}
"""The colours of the sets of the printed game and of the sample, by name."""
_OTHER_COLOURS = ("#6b6b8d", "#b08d57", "#4c9a92", "#a0527c")
"""The colours of sets with other names, in order of their first Locations."""
_PLAYERS = ("#1f6f8b", "#b5442c", "#5a7d2a", "#7a4a9e", "#a8761a", "#3f4a5a")
"""The colours of the players, by seat."""
_ABOUT_A_SPACE = tuple(map(word_of, (Build, Sell, Mortgage, Redeem, Place, Choose)))
STYLE = (
    ".ground{fill:#fbfaf6}.cell{fill:#fffefb;stroke:#8b847a}.ink{fill:#2a2926}"
    ".muted{fill:#67625a}.sample{fill:#a51d2a}.bars{stroke:#2a2926;stroke-width:1.5}"
    "text{font-family:sans-serif}"
    "@media (prefers-color-scheme:dark){.ground{fill:#1d1c20}.cell{fill:#29282d;stroke:#86818f}"
    ".ink{fill:#ebe8e1}.muted{fill:#aba59b}.sample{fill:#f08a90}.bars{stroke:#ebe8e1}}"
)
_TEXT = 14
"""The size of the smallest text, legible when the board fits the height of a small screen."""
_LINE = 19
"""The height of a line about an event."""
_WIDTH_OF_A_LETTER = 0.58
"""The usual width of a letter, relative to its size."""


def draw_svg(value: Position | Edition) -> Picture:
    """Return a position, or the board of an edition, as an SVG picture.

    Its description has the same content as text. A state shows only public information. Each part
    begins on a new line, so that pictures can be compared by lines.

    >>> from westeros_intrigue.games.monopoly import PRINTED
    >>> draw_svg(PRINTED).startswith("<svg ")
    True

    Args:
        value: a GameState, a View or an Edition. An unknown value of an edition is shown as `?`.

    Raises:
        WrongType: `value` is something else.

    Rules: edition.sample-flag, edition.catalogue, info.public.
    """
    description = draw_text(value)
    edition, position = (value, None) if isinstance(value, Edition) else (value.edition, value)
    return Picture("".join(_picture(edition, position, description)))


def _picture(edition: Edition, position: Position | None, description: str) -> Iterator[str]:
    # A ring with n cells on each side, including the corners, has 4n - 4 places.
    side = -(-len(edition.spaces) // 4) + 1
    size = side * _CELL
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" '
        f'aria-labelledby="title description">\n<title id="title">{escape(edition.name)}</title>'
        f'\n<desc id="description">{escape(description)}</desc><style>{STYLE}</style>'
        f'\n<rect class="ground" width="{size}" height="{size}"/>'
    )
    for index, space in enumerate(edition.spaces):
        column, row = place(index, side)
        moves = "" if position is None else f' data-moves="{",".join(_moves(position, index))}"'
        yield f'\n<g transform="translate({column * _CELL} {row * _CELL})"{moves}>'
        yield from _space(edition, index, space)
        if position is not None:
            yield from _standing(position, index)
        yield "</g>"
    yield from (f"\n{part}" for part in _middle(edition, position, side))
    yield "</svg>\n"


def _moves(position: Position, index: int) -> Iterator[str]:
    """Yield the moves about a space as text, legal or not."""
    yield from (f"{word} {index}" for word in _ABOUT_A_SPACE)
    if position.active_player in tokens(position, index):
        yield str(Buy())


def place(index: int, side: int) -> tuple[int, int]:
    """Return a space's column and row from the top left; GO, 0, is at the bottom right.

    >>> [place(index, 11) for index in (0, 1, 10, 11, 20, 21, 30, 31, 39)]
    [(10, 10), (9, 10), (0, 10), (0, 9), (0, 0), (1, 0), (10, 0), (10, 1), (10, 9)]
    """
    last = side - 1
    edge, along = divmod(index, last)
    places = ((last - along, last), (0, last - along), (along, 0), (last, along))
    return places[edge]


def _space(edition: Edition, index: int, space: Space) -> Iterator[str]:
    yield '<rect class="cell" x="1" y="1" width="90" height="90"/>'
    if space.group is not None:
        colour = colour_of(edition, space.group)
        yield f'<rect x="2" y="2" width="88" height="14" fill="{colour}"/>'
    fill = "#fff" if space.group else ""
    yield text_at(88, 14, str(index), css="muted", anchor="end", fill=fill)
    for number, line in enumerate(pictured.wrap_lines(space.name, 12)[:3]):
        yield text_at(46, 31 + 13 * number, line, room=86)
    if price := _price(space).strip():
        yield '<circle cx="13" cy="80" r="10" fill="#d9b23c" stroke="#8a6d1d"/>'
        yield text_at(13, 85, price, fill="#2a2926", room=19)


def _standing(position: Position, index: int) -> Iterator[str]:
    """Yield the owner, the buildings, the rent and the tokens of a space."""
    board, deed = position.board, position.deeds[index]
    if deed.owner is not None:
        opacity = ' opacity=".4"' if deed.mortgaged else ""
        fill = f'fill="{_PLAYERS[deed.owner]}"{opacity}'
        yield f'<rect x="25" y="72" width="64" height="18" rx="3" {fill}/>'
        due = rent_now(position.table, index)
        label = f"{deed.owner} mortg." if due is None else f"{deed.owner}: rent {due}"
        yield text_at(57, 86, label, fill="" if deed.mortgaged else "#fff", room=60)
    costs = []
    if cost := building_cost(position.table, index):
        costs.append(f"build {cost}")
    if board.siblings[index]:
        costs.append(f"mortgage {board.mortgages[index]}")
    yield f"<title>{escape(', '.join((board.names[index], *costs)))}</title>"
    yield from _buildings(deed, board.edition.storeys)
    for number, player in enumerate(tokens(position, index)):
        x = 12 + 14 * number
        yield f'<g data-token="{player}">'
        yield f'<circle cx="{x}" cy="60" r="9" fill="{_PLAYERS[player]}" stroke="#fff"/>'
        yield text_at(x, 65, str(player), fill="#fff")
        if position.jail_tries[player] is not None:
            yield f'<path class="bars" d="M{x - 5} 51v18M{x} 51v18M{x + 5} 51v18"/>'
        yield "</g>"


def _buildings(deed: Deed, storeys: int) -> Iterator[str]:
    if deed.level > storeys:
        yield (
            '<path class="castle" d="M34 16V5h5v4h5V5h5v4h5V5h5v11z" fill="#fff" stroke="#2a2926"/>'
        )
        return
    for number in range(deed.level):
        x = 8 + 72 // storeys * number
        outline = f'd="M{x} 15V8l6-5 6 5v7z"'
        yield f'<path class="holdfast" {outline} fill="#fff" stroke="#2a2926"/>'


def _middle(edition: Edition, position: Position | None, side: int) -> Iterator[str]:
    """Yield the middle: names, the question, a row for each player, and the last events."""
    left, right = _CELL + 28, (side - 1) * _CELL - 28
    centre = (left + right) // 2
    y = _CELL + 48
    yield text_at(centre, y, edition.name, size=22)
    if edition.sample:
        yield text_at(centre, y + 24, sample_notice(edition), css="sample")
    if position is None:
        return
    y += 34
    asked = f"turn {position.turn_number}: {sentences.question(position)}"
    for line in pictured.wrap_lines(asked, (right - left) // 9):
        y += 26
        yield text_at(centre, y, line, size=17)
    yield text_at(centre, y + 30, bank_line(position), css="muted")
    y += 66
    height = 2 * _CELL // position.players + 24
    for player in range(position.players):
        yield from _player(position, player, left, y)
        y += height
    latest = reversed(position.moves.all_events())
    viewer = position.player if isinstance(position, View) else None
    happened = (words for event in latest if (words := sentence(event, viewer)))
    for line in reversed([*islice(happened, max((right - y) // _LINE, 0))]):
        yield text_at(left, y, line, css="muted", anchor="start")
        y += _LINE


def _player(position: Position, player: int, left: int, y: int) -> Iterator[str]:
    """Yield a player's row: the token, coins and place, and a chip for each deed."""
    yield f'<circle cx="{left + 8}" cy="{y - 5}" r="8" fill="{_PLAYERS[player]}"/>'
    yield text_at(left + 24, y, player_line(position, player), size=15, anchor="start")
    owned = deeds_of(position.table, player)
    for number, space in enumerate(owned):
        group = position.edition.spaces[space].group
        fill = _OTHER_COLOURS[0] if group is None else colour_of(position.edition, group)
        opacity = ' opacity=".35"' if position.deeds[space].mortgaged else ""
        chip = f'x="{left + 24 + 24 * number}" y="{y + 8}" width="21" height="18" rx="2"'
        yield f'<rect class="chip" {chip} fill="{fill}"{opacity}/>'
        yield text_at(left + 34 + 24 * number, y + 22, str(space), fill="#fff")


def text_at(
    x: float,
    y: float,
    text: str,
    *,
    size: float = _TEXT,
    css: str = "ink",
    anchor: str = "middle",
    fill: str = "",
    room: int = 0,
) -> str:
    """Return a line of text in a picture, with narrower letters if it is too long.

    A fill replaces the colour of the style.
    """
    paint = f'fill="{fill}"' if fill else f'class="{css}"'
    if room and len(text) * size * _WIDTH_OF_A_LETTER > room:
        paint += f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" {paint}>'
        f"{escape(text)}</text>"
    )


def colour_of(edition: Edition, group: str) -> str:
    """Return the colour of a set."""
    if group in _COLOURS:
        return _COLOURS[group]
    groups = list(dict.fromkeys(space.group for space in edition.spaces if space.group))
    return _OTHER_COLOURS[groups.index(group) % len(_OTHER_COLOURS)]
