"""Put the data of docs/knowledge into docs/knowledge.md as tables, and draw the pictures.

Run `python scripts/make.py knowledge-page` after scripts/make.py knowledge. The pictures need
matplotlib, from the group `notebook`. A test compares the tables with the data.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from westeros_intrigue import STANDARD, Record, play_game, random_player, setup
from westeros_intrigue.lab.players import analyse_record

DOCS = Path(__file__).parents[2] / "docs"
PAGE, FOLDER = DOCS / "knowledge.md", DOCS / "knowledge"
Rows = Sequence[Mapping[str, str]]


def rows_of(figure: str) -> Rows:
    """Return the rows of a figure."""
    with (FOLDER / f"{figure}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table(*head: str, rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def spread(row: Mapping[str, str], name: str = "won", error: str = "plus_minus") -> str:
    """Return a share with its interval, to a tenth of a per cent."""
    return f"{float(row[name]):.1f} ± {max(0.1, float(row[error])):.1f} %"


def interval(hits: int, of: int) -> str:
    """Return a share in per cent with its 95 % interval by Wilson's formula."""
    part, z = hits / of, 1.96
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (part * (1 - part) / of + z * z / (4 * of * of)) ** 0.5
    least = max(0, middle - half)  # which rounding may take below
    return f"{100 * part:.0f} % ({100 * least:.0f} to {100 * (middle + half):.0f})"


def deals(rows: Rows) -> str:
    """Count who wins solved deals."""
    lost = sum(int(row["value"]) < 0 for row in rows)
    narrow = sum(row["value"] == "-2" for row in rows)
    return table(
        "deals", "the second player wins", "with equally many cards left",
        rows=[(len(rows), interval(lost, len(rows)), interval(narrow, len(rows)))],
    )  # fmt: skip


def openings(rows: Rows) -> str:
    """Count how often a house is a best first choice, by its number of cards in the hand."""
    best, held = Counter[str](), Counter[str]()
    for row in rows:
        hand = Counter(card.house.letter for card in setup(2, seed=int(row["seed"])).hands[0])
        most = max(hand.values())
        for house, cards in hand.items():
            names = [str(cards) if cards < 5 else "5 or more"]
            names += ["the most of the hand"] if cards == most else []
            held.update(names)
            best.update(names if house in row["best_first_houses"] else ())
    return table(
        "cards of the house", "it is a best opening in", "deals",
        rows=[(name, interval(best[name], held[name]), held[name]) for name in sorted(held)],
    )  # fmt: skip


PLAYERS = ("random", "greedy", "search")


def solo(rows: Rows) -> str:
    """Compare players' scores in solo deals with the best possible ones."""
    shown = []
    names = {name: f"{name} player" for name in PLAYERS}
    for key, name in {"par": "perfect play, all cards seen", **names}.items():
        scores = [int(row[key]) for row in rows]
        reached = sum(row[key] == row["par"] for row in rows)
        shown.append((name, f"{fmean(scores):+.2f}", interval(reached, len(rows))))
    return table("", "mean score", "reaches the best score", rows=shown)


def seats(rows: Rows) -> str:
    """Show the rounds won by the first and the last seat."""
    shown = []
    rows = [*rows, *rows_of("searchers")]
    for players in range(2, 7):
        for skill in PLAYERS:
            of = [row for row in rows if (row["players"], row["skill"]) == (str(players), skill)]
            even = f"{100 / players:.1f} %"
            shown.append((players, skill, spread(of[0]), spread(of[-1]), even))
    return table("players", "all are", "first seat wins", "last seat wins", "even", rows=shown)


def throne(rows: Rows) -> str:
    """Show how often a player wins by the Iron Throne cards that they hold."""
    shown = []
    for players in range(2, 7):
        of = [row for row in rows if row["players"] == str(players)]
        won = [spread(row) for row in of[:4]] + [""] * (4 - len(of))
        shown.append((players, *won, spread(of[0], "other_winner", "other_plus_minus")))
    head = ("none", "one", "two", "three", "the winner would change without them")
    return table("players", *head, rows=shown)


def advice(rows: Rows) -> str:
    """Show the rounds won by each piece of advice."""
    words = list(dict.fromkeys(row["advice"] for row in rows))
    won = {(row["advice"], row["players"]): spread(row) for row in rows}
    shown = [(each, won[each, "2"], won[each, "4"]) for each in words]
    return table("advice", "two players (even 50 %)", "four players (even 25 %)", rows=shown)


TABLES: dict[str, tuple[str, Callable[[Rows], str]]] = {
    "deals": ("deals", deals),
    "openings": ("deals", openings),
    "solo": ("solo", solo),
    "seats": ("seats", seats),
    "throne": ("throne", throne),
    "advice": ("advice", advice),
}
"""For each table of the page, its data and the function that makes it."""


def page_text(text: str) -> str:
    """Return the text of the page with the tables as the data have them."""
    for name, (figure, make) in TABLES.items():
        pattern = rf"(?s)(<!-- {name} -->\n).*?(<!-- end -->)"
        text, count = re.subn(pattern, rf"\g<1>\n{make(rows_of(figure))}\n\n\g<2>", text)
        if count != 1:
            raise SystemExit(f"{PAGE}: there is no place for the table {name}")
    return text


GREY, COLOURS = "#808080", {"random": "#a0a0a0", "greedy": "#c9a227", "search": "#8b1e1e"}


def draw() -> None:
    """Draw the pictures."""
    import matplotlib as mpl  # noqa: PLC0415 - the tables do without
    from matplotlib.figure import Figure  # noqa: PLC0415 - as above

    mpl.rcParams.update({
        "svg.hashsalt": "westeros", "svg.fonttype": "none", "font.size": 10,
        "axes.spines.top": False, "axes.spines.right": False,
    })  # fmt: skip
    mpl.rcParams.update(dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor"), GREY))
    mpl.rcParams.update(dict.fromkeys(("xtick.color", "ytick.color"), GREY))

    def kept(figure: Figure, name: str) -> None:
        path = FOLDER / f"{name}.svg"
        meta = {"Date": None, "Creator": None}
        figure.savefig(path, transparent=True, bbox_inches="tight", metadata=meta)
        print(f"{path}: {path.stat().st_size} bytes")

    figure = Figure((6, 2.4))
    axes = figure.subplots()
    values = Counter(int(row["value"]) for row in rows_of("deals"))
    colours = [COLOURS["search"] if value < 0 else COLOURS["greedy"] for value in sorted(values)]
    axes.bar([f"{value:+d}" for value in sorted(values)], [values[v] for v in sorted(values)],
             color=colours)  # fmt: skip
    axes.set(xlabel="value for the player who starts", ylabel="deals")
    kept(figure, "deals")

    figure = Figure((6, 2.6))
    axes = figure.subplots()
    scores = range(-5, 3)
    for place, name in enumerate(PLAYERS):
        counts = Counter(int(row[name]) for row in rows_of("solo"))
        axes.bar([score + 0.27 * (place - 1) for score in scores], [counts[s] for s in scores],
                 width=0.27, color=COLOURS[name], label=f"{name} player")  # fmt: skip
    axes.set(xlabel="score: 2 for the last card, less the cards left", ylabel="deals")
    axes.legend(frameon=False)
    kept(figure, "solo")

    figure = Figure((6, 2.8))
    axes = figure.subplots()
    for players in range(2, 7):
        rows = [row for row in rows_of("seats") if row["players"] == str(players)]
        won = [float(row["won"]) for row in rows if row["skill"] == "greedy"]
        axes.plot(range(1, players + 1), won, "o-", label=f"{players} players")
    axes.set(xlabel="place in the order of the round", ylabel="rounds won, per cent")
    axes.set_xticks(range(1, 7))
    axes.legend(frameon=False)
    kept(figure, "seats")

    figure = Figure((6, 3))
    axes = figure.subplots()
    rows = [row for row in rows_of("advice") if row["players"] == "4"][::-1]
    axes.barh([row["advice"] for row in rows], [float(row["won"]) for row in rows],
              xerr=[float(row["plus_minus"]) for row in rows], color=COLOURS["greedy"],
              ecolor=GREY)  # fmt: skip
    axes.axvline(25, color=GREY, linestyle=":")
    axes.set(xlabel="rounds won of four players, per cent; the dotted line is even play")
    kept(figure, "advice")

    one_round = STANDARD.with_rounds(1)
    final = play_game([random_player] * 2, seed=1, variant=one_round)
    course = analyse_record(Record.from_state(final), playouts=500).draw_svg()
    (FOLDER / "course.svg").write_text(course, encoding="utf-8")


def main(_arguments: Sequence[str] = ()) -> None:
    """Write the tables into the page, and draw its pictures."""
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    draw()
