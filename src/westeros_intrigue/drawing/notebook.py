"""Notebook displays: pictures of courts and positions, tables of results and violations.

A table shows everything in its value. Results of a state are complete; those of a view contain only
what its player may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from westeros_intrigue.drawing.scene import default_names, scene_of, scene_text, won_by
from westeros_intrigue.drawing.svg import scene_svg
from westeros_intrigue.gamekit.display import FinalResult
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.court import Violation
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.views.worlds import Odds


def media(value: object) -> dict[str, str]:
    """Return the picture as HTML and as SVG, and the text, by media type.

    HTML is included because some notebooks and page builders turn SVG into an image file and lose
    its label.
    """
    scene = scene_of(value)
    picture = scene_svg(scene)
    return {"text/html": picture, "image/svg+xml": picture, "text/plain": scene_text(scene)}


def table(value: object) -> str | None:
    """Return the table of a result or a violation, or of a tuple of them; otherwise None.

    >>> from westeros_intrigue.rules import rank
    >>> table(rank((3, 5), ((), ())))[:51]
    '<table><caption>Won by player 0: the lowest total</'
    """
    if isinstance(value, RoundResult):
        return _round(value)
    if isinstance(value, FinalResult):
        return _final(value)
    if isinstance(value, Odds):
        names = default_names(len(value))
        cells = [(name, *hand) for name, hand in zip(names, value.in_words, strict=True)]
        caption = "Cards on average, and the probability of any"
        return html_table(caption, ("player", *map(str, House)), cells)
    values = value if isinstance(value, tuple) else (value,)
    violations = [item for item in values if isinstance(item, Violation)]
    results = [item for item in values if isinstance(item, RoundResult)]
    if values and len(violations) == len(values):
        rows = [(violation.rule, str(violation)) for violation in violations]
        return html_table("Refused", ("rule", "why"), rows)
    return _rounds(results) if values and len(results) == len(values) else None


def _round(result: RoundResult) -> str:
    players = range(len(result.cards_left))
    columns: dict[str, Iterable[object]] = {
        "player": default_names(len(players)),
        "cards left": result.cards_left,
    }
    if any(cards is not None for cards in result.kept):
        columns["cards kept"] = [
            "?" if cards is None else " ".join(map(str, cards)) for cards in result.kept
        ]
    if result.adjustments:
        points = {change.player: f"{change.points:+}" for change in result.adjustments}
        columns["options"] = [points.get(player, "") for player in players]
    columns["points"] = result.penalty_points
    throne = "" if result.throne_card is None else f" ({result.throne_card})"
    caption = (
        f"Round {result.round_number}: player {result.starting_player} started; "
        f"player {result.last_placer} placed last and drew an Iron Throne card{throne}"
    )
    return html_table(caption, columns, zip(*columns.values(), strict=True))


def _rounds(results: Sequence[RoundResult]) -> str:
    players = max(len(result.penalty_points) for result in results)
    columns = ["round", "started", "placed last", *default_names(players)]
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
    # A game may rank without numbers.
    rows = [
        (place, f"player {seat}", *final.totals[seat : seat + 1]) for place, seat in final.places
    ]
    caption = f"Won by {won_by(final, default_names(len(rows)))}"
    columns = ("place", "player", *["total"][: len(final.totals)])
    return html_table(caption, columns, rows)


def html_table(caption: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return an HTML table in which the first cell of each row is the heading of the row."""
    # Screen readers announce the heading with each number of the row.
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>{"".join(map(_cell, rest))}</tr>'
        for first, *rest in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cell(value: object) -> str:
    # Notebooks align all cells right, which suits only numbers.
    aligned = "" if isinstance(value, int) else ' style="text-align:left"'
    return f"<td{aligned}>{escape(str(value))}</td>"
