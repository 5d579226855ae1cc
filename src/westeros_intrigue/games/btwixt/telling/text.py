"""Positions as text and as pictures, and questions, moves and leaders in words.

Names are shown instead of ids. A picture has the leaders in a column, and each council between its
two leaders.

Rules: info.public, ring.councils, decision.order.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from westeros_intrigue.drawing.svg import escape
from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.outline import ASKED, BELOW, EXPLAINED, Line, Outline
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.text import word_of
from westeros_intrigue.games import pictured
from westeros_intrigue.games.btwixt.pieces import cards
from westeros_intrigue.games.btwixt.pieces.operations import Colour
from westeros_intrigue.games.btwixt.position.moves import (
    Choose,
    ChooseLeader,
    Draft,
    Move,
    Play,
    check_move,
)
from westeros_intrigue.games.btwixt.position.state import Position, View, check_position, check_seat
from westeros_intrigue.games.btwixt.position.table import DecidedBy, DecisionKind, Phase, Table
from westeros_intrigue.games.btwixt.turns import abilities, seasons
from westeros_intrigue.games.btwixt.turns.questions import HandQuestion, sort_powers


def draw_text(value: Position) -> str:
    """Return a position as text: the ring with its councils, the piles, and the open question.

    A state is drawn as a spectator sees it; a view shows its leader's knowledge.

    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> print(draw_text(setup(3, seed=23, leaders=leaders)))
    B'Twixt, summer, round 1 of 4: supply 54, allies 49
    sample box: some cards are invented
    influence deck 32, discard 0
    Shae (6): current ally
        Once you claim it: move an ally from your other council to this one.
    <BLANKLINE>
    player 0, Cersei Lannister, first player: 10 cards, decides
        c0, with Tyrion Lannister: nothing
    player 1, Tyrion Lannister: 10 cards
        c1, with Jon Snow: nothing
    player 2, Jon Snow: 10 cards
        c2, with Cersei Lannister: nothing
    <BLANKLINE>
    Asked: Play a card of the hand, or kneel

    Raises:
        WrongType: `value` is neither a GameState nor a View.

    Rules: info.public, info.hand.
    """
    values.check_type("value", value, Position)
    lines, left = list[Line](), _SPACE
    for panel in _panels(value):
        lines += [Line("")] * (panel.left != left)
        lines += panel.lines
        left = panel.left
    lines += [Line("")] * (left == _RING)
    if decision := value.decision:
        facts = ", ".join(f"{name} {fact}" for name, fact in decision.facts)
        lines.append(
            Line(f"Asked: {decision.kind.sentence}" + (f" ({facts})" if facts else ""), ASKED)
        )
    return Outline(tuple(lines))


def _headlines(table: Table) -> Iterator[str]:
    """Yield the result of the game or of the latest bid, the current pick, and the piles.

    Rules: claim.winner, card.strings, draft.pick, draft.direction.
    """
    if table.box.sample:
        yield "sample box: some cards are invented"
    if final := table.final:
        winners = " and ".join(leader_name(table, seat) for seat in final.winners)
        how = f"by the {final.decided_by._in_words}"
        yield f"{winners} won, {'sharing it' if final.decided_by is DecidedBy.SHARED else how}"
    elif table.phase is Phase.DRAFTING:
        way = "left" if seasons.direction(table) > 0 else "right"
        pick = f"Pick {table.aside_sizes[0] + 1} of {table.variant.hand_size}"
        yield f"{pick}, then packs go {way}"
    if bid := table.bid or (table.results[-1].bid if table.results else None):
        totals = " ".join(map(str, bid.totals))
        is_tied = bid.totals.count(max(bid.totals)) > 1
        why = ", tied and first clockwise from the first player" * is_tied
        if bid.bound_council is not None:
            why += f", bound to {council_name(table, bid.bound_council)} by a neighbour"
        when = "bid" if table.bid else "last bid"
        yield f"{when} of {totals}: {leader_name(table, bid.winner)} won{why}"
    yield f"influence deck {table.deck_size}, discard {len(table.discard)}"
    if table.dead:
        yield "dead: " + ", ".join(table.box.names[ally] for ally in table.dead)


def standing(table: Table, seat: int, final: FinalResult[DecidedBy]) -> str:
    """Return a leader's place at the end of the game, with the criteria in order."""
    places = {own: place for place, own in final.places}
    small, other = sort_powers(table.powers, seat)
    own = cards.councils_of(seat, table.players)
    allies = sum(len(table.councils[council].allies) for council in own)
    return f"place {places[seat]}: small council {small}, other {other}, allies {allies}"


def cards_in_sight(view: View) -> Iterator[tuple[str, cards.Cards, str]]:
    """Yield the cards that only the viewer sees, each group after its heading.

    The last item is the word before a card in answers that choose from the group; empty if no
    answer does.
    """
    asking = view.table.asking if view.player in view.deciders else None
    taken = asking.leader if isinstance(asking, abilities.Take) else None
    verb = ""
    if isinstance(asking, HandQuestion) and taken is None:
        verb = "choose card" if Choose in asking.MOVES else word_of(asking.MOVES[0])
    yield "Your hand", view.hand, verb
    yield "Your pack", view.pack, verb
    yield "Set aside", view.aside, ""
    for seat, hand in view.shown_hands:
        heading = f"Hand of {leader_name(view.table, seat)}"
        yield heading, hand, "choose card" if seat == taken else ""


def leader_name(table: Table, seat: int) -> str:
    """Return the name of a leader, or of the player before the leader is chosen."""
    return table.box.names.get(table.leaders[seat] or "", f"player {seat}")


def cards_text(table: Table, seat: int) -> str:
    """Return the size of a leader's hand in words; while drafting, the sizes of its parts."""
    if table.phase is Phase.DRAFTING:
        return f"pack of {table.pack_sizes[seat]}, {table.aside_sizes[seat]} set aside"
    return english.count_things(table.hand_sizes[seat], "card")


def ally_text(table: Table, ally: str) -> str:
    """Return an ally's name and power."""
    entry = table.box.ally(ally)
    return f"{entry.name} ({entry.power})"


def titles(position: Position) -> Mapping[str, str]:
    """Return the names of leaders, allies, influence cards and councils by their ids.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> titles(setup(3, seed=1))["jon-snow"]
    'Jon Snow'

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: components.influence, components.ally.
    """
    check_position(position)
    table = position.table
    councils = {f"c{each}": _name_of_pair(table, each) for each in range(table.players)}
    return {**table.box.names, **councils}


def player_in_words(position: Position, player: int) -> str:
    """Return the possessions of a leader, from 0, in words: cards, bid, powers of councils.

    Tokens with hidden values do not count.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> player_in_words(setup(3, seed=1, leaders=leaders), 0)
    '10 cards, councils of power 0 and 0'

    Args:
        position: a state or a view.
        player: the seat, from 0.

    Raises:
        InvalidValue: the seat does not exist.
        WrongType: `position` is neither a GameState nor a View.

    Rules: info.public, ring.councils.
    """
    player = check_seat(position, player)
    table = position.table
    known = table.powers_with(table.token_values or ((),) * table.players)
    powers = sort_powers(known, player)
    bid = [f"bid {table.box.total(table.piles[player])}"] if table.piles[player] else []
    return ", ".join(
        (cards_text(table, player), *bid, "councils of power {} and {}".format(*powers))
    )


def question(position: Position) -> str:
    """Return the open question, and the ally bid for, in a sentence; empty when the game is over.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> question(setup(3, seed=1))
    'Pick a leader card, or draw a random one'

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: decision.order.
    """
    check_position(position)
    if (decision := position.decision) is None:
        return ""
    table = position.table
    facts = [_fact_in_words(table, name, fact) for name, fact in decision.facts]
    if decision.kind is DecisionKind.TURN:
        allies = (table.box.ally(current.ally) for current in table.current)
        facts = [f"at most {count} more" for _, count in decision.facts]
        facts += [
            f"{ally.name}: {cards.describe(ally)}".rstrip(".") for ally in allies if ally.abilities
        ]
    request = decision.kind.sentence
    return f"{request} ({', '.join(facts)})" if facts else request


def move_in_words(position: Position, move: Move) -> str:
    """Return a move in words, with the effects of its card.

    >>> from westeros_intrigue.games.btwixt import legal_moves, setup
    >>> state = setup(3, seed=1)
    >>> move_in_words(state, legal_moves(state)[0])
    'lead as Cersei Lannister'

    Args:
        position: a state or a view, which names the leaders.
        move: a legal or illegal move.

    Raises:
        InvalidValue: the game has no such card, ally, seat or council.
        WrongType: `position` is neither a GameState nor a View, or `move` not a move.

    Rules: bid.turn, effect.must.
    """
    check_position(position)
    check_move(move)
    table = position.table
    match move:
        case ChooseLeader(None):
            return "take a random leader"
        case ChooseLeader(str(leader)):
            return f"lead as {table.box.names.get(leader, leader)}"
        case Draft(card) | Play(card):
            verb = "play" if isinstance(move, Play) else "keep"
            told = filter(None, (_card(table, card), _abilities(table.box.entry(card))))
            return f"{verb} {': '.join(told)}"
        case Choose():
            for number in filter(None, (move.seat, move.council, move.to)):
                values.check_integer("a seat or a council", number, 0, table.players - 1)
            return _choice_in_words(table, move)
    return str(move)


def _choice_in_words(table: Table, move: Choose) -> str:
    if move.council is not None:
        council = council_name(table, move.council)
        if move.to is not None:
            return f"move a token from {council} to {council_name(table, move.to)}"
        return f"choose {council}"
    parts = [] if move.seat is None else [leader_name(table, move.seat)]
    parts += [] if move.card is None else [_card(table, move.card)]
    parts += [] if move.ally is None else [ally_text(table, move.ally)]
    return f"choose {': '.join(parts)}"


def _fact_in_words(table: Table, name: str, fact: str) -> str:
    """Return a public fact of a question in words."""
    match name:
        case "leader":
            return leader_name(table, int(fact))
        case "council":
            return council_name(table, int(fact))
        case "count":
            return f"{fact} still to choose"
    return table.box.names[fact.partition("#")[0]]  # a card or an ally


def council_name(table: Table, council: int) -> str:
    """Return the name of a council, from its two leaders, with the id that moves need."""
    return f"{_name_of_pair(table, council)} (c{council})"


def _name_of_pair(table: Table, council: int) -> str:
    # The last council is between the last leader and the first.
    left, right = (council, council + 1) if council + 1 < table.players else (0, council)
    return f"the council of {leader_name(table, left)} and {leader_name(table, right)}"


def _card(table: Table, card: cards.Card) -> str:
    return f"{table.box.entry(card).title} ({table.box.value(card)})"


_WIDTH = 440  # letters are still readable on a phone
_RING = 22  # the left edge of leaders and councils
_LINE, _SPACE, _CHIP = 17, 6, 23
_LETTER, _BOLD = 7.0, 7.9  # the approximate width of a letter
_STYLE = (
    ".bt{font:13px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#2a2926}"
    ".bt .ground{fill:#fbfaf6}.bt .strong{font-weight:600}.bt .ring{fill:none;stroke:#8a806a}"
    ".bt .plain rect{fill:none}.bt .seat rect{fill:#efe9da;stroke:#8a806a}"
    ".bt .active rect{stroke:#0b63b8;stroke-width:3}.bt .council rect{fill:#fff;stroke:#b9b09a}"
    ".bt .chip rect{fill:currentColor;fill-opacity:.1;stroke:currentColor}"
    ".bt .chip text{fill:currentColor}"
    ".bt .chip{color:#67625a}.bt .red{color:#a51d2a}.bt .green{color:#1b7040}"
    ".bt .purple{color:#6a3d9a}.bt .blue{color:#0b63b8}"
    "@media (prefers-color-scheme:dark){.bt{fill:#ebe8e1}.bt .ground{fill:#1d1c20}"
    ".bt .seat rect{fill:#2d2b33;stroke:#86818f}.bt .council rect{fill:#26242b;stroke:#5a5663}"
    ".bt .active rect{stroke:#7cbcff}.bt .chip{color:#bdb7ab}.bt .red{color:#ee7d88}"
    ".bt .green{color:#6fd197}.bt .purple{color:#c39be8}.bt .blue{color:#7cbcff}}"
)


def draw_svg(position: Position) -> Picture:
    """Return a position as an SVG picture: leaders with their bids, councils between them.

    It shows the same facts as `draw_text`, which is also its description for screen readers.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> draw_svg(setup(3, seed=1))[:4]
    '<svg'

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: info.public.
    """
    values.check_type("position", position, Position)
    table = position.table
    parts: list[str] = []
    middles: list[float] = []
    top = _SPACE
    for panel in _panels(position):
        height, drawn = panel.draw_at(top)
        parts += drawn
        if panel.left == _RING:
            middles.append(top + height / 2)
        top += height + _SPACE
    # The last council also belongs to the first leader.
    ring = f"M{_RING} {middles[0]}H9V{middles[-1]}H{_RING}"
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top}" class="bt" '
        f'role="img">\n<title>{escape(_title(table))}</title>'
        f"\n<desc>{escape(draw_text(position))}</desc><style>{_STYLE}</style>"
        f'\n<rect class="ground" width="{_WIDTH}" height="{top}"/>\n<path class="ring" d="{ring}"/>'
        f"{''.join(parts)}</svg>"
    )


def _title(table: Table) -> str:
    return f"B'Twixt, {table.season}, round {table.round_number} of {table.players + 1}"


class _Chip(NamedTuple):
    """A card or an ally in a separate box."""

    text: str
    style: str = ""
    entry: cards.Ally | cards.InfluenceCard | None = None
    """The card or the ally; None for tokens."""
    moves: str = ""
    """The moves about it as text, legal or not, separated by commas."""

    @property
    def more(self) -> str:
        """The tooltip: the abilities, which `draw_text` needs for few chips."""
        return "" if self.entry is None else _abilities(self.entry)


class _Panel(NamedTuple):
    """A heading with text below it, and chips in lines."""

    kind: str
    heading: str
    aside: str = ""
    """The text at the end of the heading's line."""
    text: str = ""
    chips: tuple[_Chip, ...] = ()
    moves: str = ""
    left: int = _SPACE
    line: str = ""
    """The beginning of its line of text, if it is not the heading."""
    seat: int | None = None
    """The seat concerned, from 0."""

    @property
    def lines(self) -> Iterator[Line]:
        """The lines of text: the heading with its aside, and effects below."""
        chips = ", ".join([chip.text for chip in self.chips])
        head = self.line or self.heading
        for part in (self.aside, chips) if self.aside or chips else ("nothing",):
            if part:
                head += f": {part}"
        yield Line(head, BELOW if self.line else "", self.seat)
        for text in self.text.splitlines():
            if self.kind == "plain":
                yield Line(text)
            else:
                kind = EXPLAINED if self.seat is None else BELOW
                yield Line(f"    {text}", kind, self.seat)
        if not self.moves:
            told = {chip.text: chip.more for chip in self.chips}
            for name, more in told.items():
                if more:
                    yield Line(f"    {name}: {more}", EXPLAINED)

    def draw_at(self, top: int) -> tuple[int, list[str]]:
        """Return the height of the panel, and its elements from the top.

        Chips are next to the heading, or wrapped below the text.
        """
        room = _WIDTH - self.left - 4 * _SPACE
        beside = room - len(self.aside) * _LETTER
        rows = [("strong", row) for row in pictured.wrap_lines(self.heading, int(beside / _BOLD))]
        for line in self.text.splitlines():
            rows += [("", row) for row in pictured.wrap_lines(line, int(room / _LETTER))]
        height = _LINE * len(rows) + 2 * _SPACE
        start = self.left + 2.0 * _SPACE
        left, below = start, height
        if not (self.aside or self.text or len(rows) > 1):
            left, below = start + len(self.heading) * _BOLD + 10, 3
        chips = []
        for chip in self.chips:
            about = _about(",".join(filter(None, (chip.moves, self.moves))))
            more = chip.more
            title = f"<title>{escape(more)}</title>" if more else ""
            kind = f"chip {chip.style}".rstrip()
            head = f'\n<g class="{kind}"{about}>{title}'
            for row in pictured.wrap_lines(chip.text, int(room / _LETTER) - 2):
                width = round(len(row) * _LETTER + 14, 1)
                if left + width > _WIDTH - 2 * _SPACE:
                    left, below = start, below + _CHIP + 4
                x, y = round(left, 1), top + below
                box = f'x="{x}" y="{y}" width="{width}" height="{_CHIP}" rx="5"'
                place = f'x="{round(x + width / 2, 1)}" y="{y + 16}" text-anchor="middle"'
                chips.append(f"{head}<rect {box}/><text {place}>{escape(row)}</text></g>")
                left += width + _SPACE
                height = max(height, below + _CHIP + _SPACE)
        size = f'width="{_WIDTH - self.left - _SPACE}" height="{height}" rx="6"'
        parts = [f'\n<g class="{self.kind}"{_about(self.moves)}>']
        parts.append(f'<rect x="{self.left}" y="{top}" {size}/>')
        base = top + _LINE + 1
        for number, (style, row) in enumerate(rows):
            place = f'x="{self.left + 2 * _SPACE}" y="{base + _LINE * number}"'
            parts.append(f'<text class="{style}" {place}>{escape(row)}</text>')
        if self.aside:
            place = f'x="{_WIDTH - 3 * _SPACE}" y="{base}" text-anchor="end"'
            parts.append(f"<text {place}>{escape(self.aside)}</text>")
        return height, [*parts, "</g>", *chips]


def _about(moves: str) -> str:
    return f' data-moves="{moves}"' if moves else ""


def _panels(position: Position) -> Iterator[_Panel]:
    table = position.table
    piles = f"supply {len(table.supply)}, allies {table.ally_deck_size}"
    yield _Panel("plain", _title(table), piles, "\n".join(_headlines(table)))
    for current in table.current:
        shown = _ally(table, current.ally)
        tokens = f", tokens: {len(current.tokens)}" if current.tokens else ""
        aside = f"current ally{tokens}"
        yield _Panel("council", shown.text, aside, shown.more, moves=shown.moves)
    if table.row:
        yield _Panel("plain", "Next", chips=tuple(_ally(table, ally) for ally in table.row))
    deciders = position.deciders
    for seat in range(table.players):
        yield _seat(table, seat, is_active=seat in deciders)
        yield _council(table, seat)
    if isinstance(position, View):
        for heading, cards, verb in cards_in_sight(position):
            chips = tuple(
                _chip(table, card, verb and f"{verb} {card}", number)
                for card, number in Counter(cards).items()
            )
            if chips:
                yield _Panel("council", heading, chips=chips, seat=position.player)
        if looked := tuple(_ally(table, ally) for ally in position.looked_at):
            yield _Panel("council", "You look at", chips=looked, seat=position.player)


def _abilities(entry: cards.Ally | cards.InfluenceCard) -> str:
    return cards.describe(entry) if entry.abilities else ""


def _ally(table: Table, ally: str) -> _Chip:
    return _Chip(ally_text(table, ally), "", table.box.ally(ally), f"choose {ally}")


def _chip(table: Table, card: cards.Card, moves: str, count: int = 1) -> _Chip:
    entry = table.box.entry(card)
    text = f"{count} {_card(table, card)}" if count > 1 else _card(table, card)
    return _Chip(text, str(entry.colour or Colour.WHITE), entry, moves)


def _council(table: Table, number: int) -> _Panel:
    council = table.councils[number]
    chips = [_ally(table, ally) for ally in council.allies]
    if council.tokens:
        known = table.token_values[number] if table.token_values else ()
        chips.append(_Chip(f"tokens: {' '.join(map(str, known)) or len(council.tokens)}"))
    power = f": {table.powers[number]}" if table.final else ""
    neighbour = leader_name(table, (number + 1) % table.players)
    return _Panel(
        "council",
        f"{council_name(table, number)}{power}",
        chips=tuple(chips),
        moves=f"choose c{number}",
        left=_RING,
        line=f"    c{number}, with {neighbour}{power}",
        seat=number,
    )


def _seat(table: Table, seat: int, *, is_active: bool) -> _Panel:
    pile = table.piles[seat]
    name = leader_name(table, seat)
    who = f"player {seat}, {name}" if table.leaders[seat] else name
    marks = ", first player" * (table.first_player == seat) + ", has knelt" * table.knelt[seat]
    bid = f", bid {table.box.total(pile)}" * bool(pile)
    return _Panel(
        "seat" + " active" * is_active,
        f"{who}{marks}",
        cards_text(table, seat) + bid + ", decides" * is_active,
        standing(table, seat, table.final) if table.final else "",
        tuple(_chip(table, card, f"choose {seat}:{card}") for card in pile),
        f"choose {seat}",
        _RING,
        seat=seat,
    )
