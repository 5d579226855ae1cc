"""The seats below the court of a picture, one row each, in columns of the width that they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from westeros_intrigue.base.values import counted
from westeros_intrigue.drawing.elements import (
    box,
    card_name,
    class_of,
    group,
    ink,
    line_of_text,
    sign,
    text_width,
)
from westeros_intrigue.drawing.scene import Seat
from westeros_intrigue.rules.cards import Card, IronThroneCard

_ROW = 32
_SIZE = 13
_GAP = 16
_CHIP_WIDTH, _CHIP_HEIGHT, _CHIP_STEP = 22, 22, 25
_BACK_WIDTH, _BACK_STEP = 12, 8
_THRONE_WIDTH, _THRONE_STEP = 30, 34


class SeatRows:
    """The rows of the seats.

    Args:
        seats: the seats that are drawn.
        left: the left edge.
        frame: all seats for which the columns must have room.
    """

    def __init__(self, seats: tuple[Seat, ...], left: int, frame: Sequence[Seat]) -> None:
        self._seats = seats
        seats = (*seats, *frame)
        thrones = max((len(seat.throne_cards) for seat in seats), default=0)
        self._arrow = left
        self._sign = left + 16
        self._name = self._sign + (22 if any(seat.house for seat in seats) else 0)
        # Right edges of the columns of numbers, left edges of the others.
        self._points = self._name + _widest(seat.name + _note(seat) for seat in seats) + _GAP
        self._points += _widest(_points(seat) for seat in seats)
        self._thrones = self._points + _GAP
        self._total = self._thrones + _THRONE_STEP * thrones
        self._total += _widest(_total(seat) for seat in seats)
        self._cards = self._total + _GAP + _widest(_cards(seat) for seat in seats)
        self._hand = self._cards + 8
        self.height: int = _ROW * len(self._seats)
        self.width: int = 0
        if seats:
            self.width = self._hand + max(_hand_width(seat.cards) for seat in seats) - left

    def elements(self, top: int) -> list[str]:
        """Return the elements, with the first row at `top`."""
        return [
            element
            for index, seat in enumerate(self._seats)
            for element in self._row(seat, top + _ROW * index)
        ]

    def _row(self, seat: Seat, top: int) -> Iterable[str]:
        baseline = top + 16
        if seat.is_active:
            shape = f'd="M{self._arrow} {top + 5}l9 6-9 6z" stroke-width="2"'
            yield f"<path {class_of('last')} {shape}/>"
        if seat.house is not None:
            title = f"{seat.name} is {seat.house}"
            yield group("text", [sign(seat.house, self._sign, top + 3)], title)
        is_bold = seat.is_active or seat.has_won
        yield line_of_text(seat.name, self._name, baseline, bold=is_bold, note=_note(seat))
        yield line_of_text(_points(seat), self._points, baseline, anchor="end")
        for index, throne_card in enumerate(seat.throne_cards):
            yield _throne_card(throne_card, self._thrones + _THRONE_STEP * index, top)
        if seat.total is not None:
            yield line_of_text(_total(seat), self._total, baseline, anchor="end", bold=is_bold)
        yield line_of_text(_cards(seat), self._cards, baseline, anchor="end", kind="muted")
        yield from _hand(seat.cards, self._hand, top)


def _widest(texts: Iterable[str]) -> int:
    return max((text_width(text, _SIZE, bold=True) for text in texts), default=0)


def _note(seat: Seat) -> str:
    notes = {", automated": seat.is_automated, ", out": seat.is_out, ", won": seat.has_won}
    return "".join(note for note, applies in notes.items() if applies)


def _points(seat: Seat) -> str:
    return counted(seat.points, "point")


def _total(seat: Seat) -> str:
    return "" if seat.total is None else f"total {seat.total}".replace("-", "\N{MINUS SIGN}")


def _cards(seat: Seat) -> str:
    return counted(len(seat.cards), "card")


def _hand_width(cards: Sequence[Card | None]) -> int:
    return sum(_BACK_STEP if card is None else _CHIP_STEP for card in cards) + _BACK_STEP


def _hand(cards: Sequence[Card | None], x: int, top: int) -> list[str]:
    faces = []
    backs = []
    for index, card in enumerate(cards):
        if card is None:
            backs.append(box(x, top, _BACK_WIDTH, _CHIP_HEIGHT, radius=3))
            x += _BACK_STEP
            continue
        if index and cards[index - 1] is None:
            x += _BACK_WIDTH - _BACK_STEP + 3  # off the last back, which is wider than its step
        chip = box(x, top, _CHIP_WIDTH, _CHIP_HEIGHT)
        name = card_name(card, x + _CHIP_WIDTH // 2, top + 15, 12)
        faces.append(group(card.house.letter, [chip, *name], f"{card}, {card.house}"))
        x += _CHIP_STEP
    return [f"<g {class_of('back')}>{''.join(backs)}</g>", *faces] if backs else faces


def _throne_card(card: IronThroneCard | None, x: int, top: int) -> str:
    chip = box(x, top, _THRONE_WIDTH, _CHIP_HEIGHT)
    shown = "?" if card is None else f"\N{MINUS SIGN}{card.value}"
    title = "an Iron Throne card" if card is None else f"Iron Throne card {card}"
    return group("throne", [chip, ink(shown, x + _THRONE_WIDTH // 2, top + 15, 12)], title)
