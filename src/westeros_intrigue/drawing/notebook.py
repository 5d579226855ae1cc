"""What a notebook shows of a value: a picture of courts and positions, tables of results.

A table shows what the value holds. The results of a state hold everything, those of a view only
what its player may know.

Rules: info.leftover, info.throne.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from westeros_intrigue.drawing.scene import default_names, scene_of, won_by
from westeros_intrigue.drawing.svg import scene_svg
from westeros_intrigue.drawing.text import scene_text
from westeros_intrigue.rules.history import FinalResult, RoundResult
from westeros_intrigue.rules.violations import Violation


def media(value: object) -> dict[str, str]:
    """Return the picture inline in HTML, the picture by itself, and the text, by media type.

    HTML comes with the picture because some notebooks and page builders turn a bare picture into
    an image file, whose label is lost.

    Raises:
        WrongType: `value` is neither a Court nor a GameState nor a View.
    """
    scene = scene_of(value)
    picture = scene_svg(scene)
    return {"text/html": picture, "image/svg+xml": picture, "text/plain": scene_text(scene)}


def table(value: object) -> str | None:
    """Return the table of a result or a violation, or of a tuple of them; None for all else.

    >>> from westeros_intrigue import rank
    >>> table(rank((3, 5), ((), ())))[:51]
    '<table><caption>Won by player 0: the lowest total</'
    """
    if isinstance(value, Violation):
        return _violations([value])
    if isinstance(value, RoundResult):
        return _round(value)
    if isinstance(value, FinalResult):
        return _final(value)
    if isinstance(value, tuple) and value:
        violations = [item for item in value if isinstance(item, Violation)]
        if len(violations) == len(value):
            return _violations(violations)
        results = [item for item in value if isinstance(item, RoundResult)]
        if len(results) == len(value):
            return _rounds(results)
    return None


def _violations(violations: Sequence[Violation]) -> str:
    rows = [(violation.rule, str(violation)) for violation in violations]
    return html_table("Refused", ("rule", "why"), rows)


def _round(result: RoundResult) -> str:
    has_adjustments = bool(result.adjustments)
    has_kept = any(cards is not None for cards in result.kept)
    columns = ["player", "cards left"]
    columns += ["cards kept"] if has_kept else []
    columns += ["options"] if has_adjustments else []
    columns.append("points")
    rows = []
    for player, cards_left in enumerate(result.cards_left):
        row: list[object] = [f"player {player}", cards_left]
        if has_kept:
            kept = result.kept[player]
            row.append("?" if kept is None else " ".join(map(str, kept)))
        if has_adjustments:
            adjusted = sum(item.points for item in result.adjustments if item.player == player)
            row.append(f"{adjusted:+}" if adjusted else "")
        rows.append([*row, result.penalty_points[player]])
    throne = "an Iron Throne card"
    if result.throne_card is not None:
        throne += f" ({result.throne_card})"
    caption = (
        f"Round {result.round_number}: player {result.starting_player} started; "
        f"player {result.last_placer} placed last and drew {throne}"
    )
    return html_table(caption, columns, rows)


def _rounds(results: Sequence[RoundResult]) -> str:
    players = max(len(result.penalty_points) for result in results)
    columns = ["round", "started", "placed last"]
    columns += [f"player {player}" for player in range(players)]
    rows = [
        (
            result.round_number,
            f"player {result.starting_player}",
            f"player {result.last_placer}",
            *result.penalty_points,
        )
        for result in results
    ]
    return html_table("Penalty points by round", columns, rows)


def _final(final: FinalResult) -> str:
    rows = []
    place = 1
    for group in final.ranking:
        rows += [(place, f"player {player}", final.totals[player]) for player in group]
        place += len(group)
    caption = f"Won by {won_by(final, default_names(len(final.totals)))}"
    return html_table(caption, ("place", "player", "total"), rows)


def html_table(caption: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table as HTML; the first cell of each row names the row."""
    # The first cell of a row names it, so that a screen reader can say what a number belongs to.
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = []
    for row in rows:
        first, *rest = row
        cells = "".join(_cell(cell) for cell in rest)
        body.append(f'<tr><th scope="row">{escape(str(first))}</th>{cells}</tr>')
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _cell(value: object) -> str:
    # Notebooks align all cells to the right, which suits numbers only.
    aligned = "" if isinstance(value, int) else ' style="text-align:left"'
    return f"<td{aligned}>{escape(str(value))}</td>"
