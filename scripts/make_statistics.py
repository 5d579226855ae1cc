"""Play the games behind the statistics in docs/monopoly/play.md; write tables and picture.

    python scripts/make_statistics.py
    python scripts/make_statistics.py --edition mine.json --out folder

It takes 13 seconds of CPU. The figures of a different edition go to your folder, as a copy of that
part of the page and of the picture. A long test repeats both.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

from westeros_intrigue.games.monopoly import SAMPLE, Edition, Survey, read_edition, survey

FOLDER = Path(__file__).parents[1] / "docs/monopoly"
PAGE, PICTURE = "play.md", "landings.svg"
PART, COPY = "## Statistics\n", "statistics.md"
GAMES = {2: 200, 4: 400, 6: 200}
"""The number of games for each number of players; the seeds begin with 1."""
SHOWN = 4
"""The number of players for the detailed statistics."""


def surveys(edition: Edition) -> Mapping[int, Survey]:
    """Play all games."""
    return {
        players: survey(edition, players=players, games=games, seed=1)
        for players, games in GAMES.items()
    }


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, ["---"] * len(head), *rows])


def returns(found: Survey) -> str:
    """Return the turns after which buildings have paid for themselves, a row a set."""
    levels = range(2, found.board.castle_level + 1)
    turns = {(one.group, one.level): f"{one.turns:.0f}" for one in found.returns()}
    head = ["set", *(f"{level} Holdfasts" for level in levels[:-1]), "Castles"]
    groups = found.board.groups
    return table(head, [[group, *(turns[group, level] for level in levels)] for group in groups])


def lengths(found: Mapping[int, Survey]) -> str:
    """Return the lengths of games, with a row for each number of players."""
    rows = []
    for players, one in found.items():
        low, high = (one.lengths[round(part * (one.games - 1))] for part in (0.05, 0.95))
        middle = f"{median(one.lengths):.0f}"
        rows.append([str(players), str(one.games), middle, f"{low} to {high}"])
    return table(["players", "games", "turns, median", "from 5 % to 95 %"], rows)


def winners(found: Survey) -> str:
    """Return the share of games that each place in the order of the first turn has won."""
    rows = []
    for player, won in enumerate(found.wins):
        part = won / found.games
        half = 196 * (part * (1 - part) / found.games) ** 0.5
        rows.append([f"{player + 1}.", f"{100 * part:.1f} ± {half:.1f} %"])
    return table(["turn in the first lap", "games won"], rows)


def part_text(text: str, found: Mapping[int, Survey]) -> str:
    """Return the part of the page with the tables of games instead of those that it has."""
    rest = text.partition(PART)[2].partition("\n## ")[0]
    lines = f"{PART}{rest}\n".splitlines(keepends=True)
    new = iter([returns(found[SHOWN]), lengths(found), winners(found[SHOWN])])
    return "".join(_replaced(lines, new))


def page_text(text: str, found: Mapping[int, Survey]) -> str:
    """Return the page with the tables of games instead of those that it has, in their order."""
    before, _, rest = text.partition(PART)
    after = rest.partition("\n## ")[2]
    return f"{before}{part_text(text, found)}## {after}"


def _replaced(lines: list[str], tables: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        if not line.startswith("|"):
            yield line
        elif not before.startswith("|"):
            yield next(tables)
        before = line


def main() -> None:
    """Write the page and the picture."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--edition", type=Path, help="the file of an edition")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to")
    options = parser.parse_args()
    if options.edition and options.out == FOLDER:
        parser.error("the page of the project is about the sample edition: name a folder by --out")
    edition = read_edition(options.edition.read_bytes()) if options.edition else SAMPLE
    found = surveys(edition)
    text = (FOLDER / PAGE).read_text("utf-8")
    if options.edition:
        (options.out / COPY).write_text(part_text(text, found), "utf-8")
    else:
        (options.out / PAGE).write_text(page_text(text, found), "utf-8")
    (options.out / PICTURE).write_text(found[SHOWN].draw_svg(), "utf-8")


if __name__ == "__main__":
    main()
