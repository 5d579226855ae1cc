"""What a person sees of a game: the court, the seats, the own hand, and what has happened.

All of it is drawn from a view, so that nothing can be shown that its player may not know.

Rules: info.public, info.leftover, info.throne, info.elimination, solo.public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from westeros_intrigue.cli.layout import aligned, cards_text, counted, listed, wrapped
from westeros_intrigue.cli.seats import Table
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.cli.wording import YOU, Scored, result_lines, short_out_text
from westeros_intrigue.drawing import draw_text
from westeros_intrigue.rules.automated import Stack
from westeros_intrigue.rules.cards import HOUSES, Card, House
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Elimination, Placement
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.view import View

SetAside = Mapping[int, tuple[Card, ...]]
"""By the number of a placement in the round, from 0, the cards that an automated house drew and
set aside before it."""

_HOUSE_COLUMN = 11
_CARD_COLUMN = 3


def set_aside_in(state: GameState) -> SetAside:
    """Return what the automated houses have set aside in this round; everybody has seen it.

    Rules: solo.set-aside, solo.public.
    """
    deal = state.round_deal
    found = {}
    for seat in state.variant.automated if deal else ():
        stack = Stack(deal.hands[seat]) if deal else Stack(())
        for number, placed in enumerate(state.placements):
            if placed.player == seat:
                card = placed.move.card
                found[number] = stack.cards[: stack.cards.index(card)]
                stack = stack.after_placement(card)
    return found


def happened(
    view: View, since: int, table: Table, set_aside: SetAside, *, colour: bool
) -> list[str]:
    """Return a line for each placement from number `since` of the round on, and who went out."""
    lines = []
    width = max(map(len, table.names))
    out = list(view.eliminations)
    while out and out[0].placements_before < since:
        del out[0]
    for number in range(since, len(view.placements) + 1):
        while out and out[0].placements_before == number:
            lines.append(_out_line(out.pop(0), table, width))
        if number < len(view.placements):
            aside = set_aside.get(number, ())
            lines.append(
                _placement_line(view.placements[number], table, width, aside, colour=colour)
            )
    return lines


def since_own_turn(view: View, seat: int) -> int:
    """Return the number of the first placement after the seat's last one, from 0."""
    own = [number for number, placed in enumerate(view.placements) if placed.player == seat]
    return own[-1] + 1 if own else 0


def seat_lines(view: View, table: Table, width: int) -> list[str]:
    """Return the table of the seats: cards, points, Iron Throne cards, who is to move or out."""
    rows = [["", "cards", "points", "Iron Throne", ""]]
    out = {elimination.player for elimination in view.eliminations}
    for seat in range(view.players):
        notes = ""
        if seat in out:
            missing = [house.letter for house in view.missing_houses[seat]]
            notes = f"out, holds no {listed(missing, 'or')}" if missing else "out"
        elif view.known_stacks[seat]:
            bottom = " ".join(map(str, view.known_stacks[seat]))
            notes = f"bottom of the stack: {bottom}"
        mark = ">" if seat == view.active_player else " "
        numbers = (view.hand_sizes[seat], view.penalty_points[seat], view.score_pile_sizes[seat])
        rows.append([f"{mark} {seat} {table.called(seat)}", *map(str, numbers), notes])
    return aligned(rows, "<>>><", width)


def hand_lines(view: View, terminal: Terminal) -> list[str]:
    """Return the hand by house, with the slots that take each, and the own Iron Throne cards."""
    lines = [terminal.bold("Your hand, and where it can go")]
    hand = {house: [card for card in view.hand if card.house is house] for house in HOUSES}
    longest = max(map(len, hand.values()))
    for house, cards in hand.items():
        if not cards:
            continue
        slots = view.court.open_slots(house)
        name = f"{'*' if slots else ' '} {house!s:{_HOUSE_COLUMN}}"
        padding = " " * (_CARD_COLUMN * (longest - len(cards)) + 2)
        indent = " " * (len(name) + _CARD_COLUMN * longest + 1)
        text = " ".join(map(str, slots)) or "nowhere now"
        first, *others = wrapped(text, terminal.width - len(indent)).splitlines()
        where = first if slots else terminal.dim(first)
        lines.append(f"{name}{cards_text(cards, colour=terminal.colour)}{padding}{where}")
        lines += [f"{indent}{other}" for other in others]
    if view.score_pile:
        pile = "; ".join(map(str, view.score_pile))
        lines += wrapped(f"Your Iron Throne cards: {pile}", terminal.width).splitlines()
    return lines


def court_lines(view: View, terminal: Terminal, chosen: House | Card | None = None) -> list[str]:
    """Return the court; of the chosen card or house the open slots are numbered."""
    drawing = draw_text(view.court, colour=terminal.colour, open_for=chosen, last=_last(view))
    return drawing.splitlines()


def headline(view: View, who: str) -> str:
    """Return round, placement and turn in words."""
    rounds = view.variant.rounds_for(view.players)
    place = f"Round {view.round_number} of {rounds}, placement {len(view.placements) + 1}"
    if who == YOU:
        return f"{place}: your turn"
    return f"{place}: {who} to move"


def turn_lines(view: View, table: Table, terminal: Terminal, set_aside: SetAside) -> list[str]:
    """Return all that the player to move needs: what is new, the court, the seats, the hand."""
    seat = view.active_player or 0
    since = since_own_turn(view, seat)
    lines = ["", terminal.line(headline(view, table.names[seat]))]
    news = happened(view, since, table, set_aside, colour=terminal.colour)
    if news:
        lines += ["Since your last turn:" if since else "So far:", *news, ""]
    elif not since:
        first = "You start the round." if view.active_player == view.starting_player else ""
        lines += [first, ""] if first else []
    lines += [*court_lines(view, terminal), "", *seat_lines(view, table, terminal.width), ""]
    return [*lines, *hand_lines(view, terminal), ""]


def public_lines(view: View, table: Table, terminal: Terminal, title: str) -> list[str]:
    """Return what everybody at the table may see: the court and the seats, and no hand."""
    return [
        terminal.line(title),
        *court_lines(view, terminal),
        "",
        *seat_lines(view, table, terminal.width),
        "",
    ]


def round_lines(view: View, table: Table, width: int) -> list[str]:
    """Return the points of the round that was scored last."""
    result = view.results[-1]
    scored = Scored(
        result.cards_left, result.adjustments, result.penalty_points, result.last_placer
    )
    lines = result_lines(table.names, scored, view.penalty_points, width)
    last = result.placements[-1].move
    who = table.names[result.last_placer]
    placed = counted(len(result.placements), "card")
    sentence = f"{placed} placed; the last was {last.card} in {last.slot}, by {who}."
    lines = [wrapped(sentence, width), *lines]
    if result.throne_card is not None and result.last_placer == view.player:
        lines.append(f"Your Iron Throne card: {result.throne_card}.")
    return lines


def _last(view: View) -> Slot | None:
    return view.placements[-1].move.slot if view.placements else None


def _placement_line(
    placed: Placement, table: Table, width: int, aside: Sequence[Card], *, colour: bool
) -> str:
    card = cards_text([placed.move.card], colour=colour)
    line = f"  {table.names[placed.player]:{width}}  {card} in {placed.move.slot}"
    if aside:
        line += f", after setting aside {cards_text(aside, colour=colour)}"
    return line


def _out_line(elimination: Elimination, table: Table, width: int) -> str:
    name = f"{table.names[elimination.player]:{width}}"
    return f"  {name}  {short_out_text(elimination.cards_left)}"
