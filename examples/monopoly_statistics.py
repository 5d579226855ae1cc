"""Statistics of Monopoly: where tokens land, what buildings return, how long games last, who wins.

    python examples/monopoly_statistics.py --games 400
    python examples/monopoly_statistics.py --edition mine.json --players 3 --picture landings.svg

Simple players play every game to its end. Games may never end if the salary of an edition outweighs
its rents. The intervals contain the true value in 95 % of all samples.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from math import inf, sqrt
from pathlib import Path
from statistics import median
from xml.sax.saxutils import escape

from westeros_intrigue.games.monopoly import (
    PLAYABLE,
    Edition,
    GameState,
    events,
    final_winner,
    play_on,
    read_edition,
    read_form,
    setup,
    simple_player,
)
from westeros_intrigue.games.monopoly.position.happenings import Jailed, Moved

SIGMAS = 1.96


def play(edition: Edition, players: int, games: int) -> list[tuple[GameState, GameState]]:
    """Return the first and the last state of each game; the seeds begin with 1."""
    starts = [setup(players, edition, seed=seed) for seed in range(1, games + 1)]
    return [
        (start, play_on(start, [simple_player] * players, [None] * players)) for start in starts
    ]


def count_landings(games: list[tuple[GameState, GameState]]) -> Counter[int]:
    """Return the number of arrivals on each space; a token sent to jail arrives there."""
    landed = Counter[int]()
    for start, final in games:
        for event in events(start, final):
            if isinstance(event, Moved):
                landed[event.space] += 1
            elif isinstance(event, Jailed):
                landed[final.board.jail] += 1
    return landed


def table(head: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    return "".join(
        f"| {' | '.join(map(str, row))} |\n" for row in [head, ["---"] * len(head), *rows]
    )


def returns(games: list[tuple[GameState, GameState]]) -> str:
    """Return the turns of other players after which buildings have paid for themselves, by set."""
    board, turns = games[0][0].board, sum(final.turn_number for _, final in games)
    landed, factor = count_landings(games), board.edition.set_factor
    castle = board.castle_level
    rows = []
    for group, spaces in board.groups.items():
        row, cost = [group], 0
        for level in range(1, castle + 1):
            cost += sum(board.building_costs[space][level - 1] for space in spaces)
            added = [board.rents[space][level] - factor * board.rents[space][0] for space in spaces]
            income = sum(landed[space] * rent for space, rent in zip(spaces, added, strict=True))
            row.append(f"{cost * turns / income:.0f}" if income > 0 else str(inf))
        rows.append(row[:1] + row[2:])
    head = ["set", *(f"{level} Holdfasts" for level in range(2, castle)), "Castles"]
    return table(head, rows)


def lengths(games: list[tuple[GameState, GameState]]) -> str:
    """Return the numbers of turns of the games."""
    turns = sorted(final.turn_number for _, final in games)
    low, high = (turns[round(part * (len(turns) - 1))] for part in (0.05, 0.95))
    players = games[0][0].players
    head = ["players", "games", "turns, median", "from 5 % to 95 %"]
    return table(head, [[players, len(turns), f"{median(turns):.0f}", f"{low} to {high}"]])


def winners(games: list[tuple[GameState, GameState]]) -> str:
    """Return the share of games that each place in the order of the first turn has won."""
    wins = Counter(final_winner(final).winners[0] for _, final in games)
    rows = []
    for player in range(games[0][0].players):
        part = wins[player] / len(games)
        half = SIGMAS * sqrt(part * (1 - part) / len(games))
        rows.append([f"{player + 1}.", f"{100 * part:.1f} ± {100 * half:.1f} %"])
    return table(["turn in the first lap", "games won"], rows)


def draw(games: list[tuple[GameState, GameState]]) -> str:
    """Return a picture of the landings a turn on each space, with a colour for each set."""
    edition, turns = games[0][0].edition, sum(final.turn_number for _, final in games)
    landed = count_landings(games)
    widest = max(landed.values()) / turns
    groups = [*games[0][0].board.groups]
    title = f"{edition.name}{', a sample' * edition.sample}: landings a turn, in percent"
    height = 20 * len(edition.spaces) + 40
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {height}" role="img"'
        f' font-family="sans-serif" font-size="13"><title>{escape(title)}</title><style>'
        "svg{background:#fbfaf6}text{fill:#2a2926}path{stroke:#2a2926}"
        "@media (prefers-color-scheme:dark){svg{background:#1d1c20}text{fill:#ebe8e1}"
        "path{stroke:#ebe8e1}}</style>"
        f'<text x="12" y="20">{escape(title)}</text>'
    )
    for index, space in enumerate(edition.spaces):
        y, part = 32 + 20 * index, landed[index] / turns
        half = SIGMAS * sqrt(part / turns)
        hue = 360 * groups.index(space.group) // len(groups) if space.group else 0
        fill = f"hsl({hue} {45 * bool(space.group)}% 50%)"
        left, right, end = (
            240 + 400 * width / widest for width in (part - half, part + half, part)
        )
        picture += (
            f'\n<text x="232" y="{y + 12}" text-anchor="end">{escape(space.name)}  {index}</text>'
            f'<rect x="240" y="{y}" width="{end - 240:.1f}" height="15" fill="{fill}"/>'
            f'<path d="M{left:.1f} {y + 8}H{right:.1f}"/>'
            f'<text x="{right + 6:.0f}" y="{y + 12}">{100 * part:.2f}</text>'
        )
    return f"{picture}\n</svg>\n"


def read_file(path: Path) -> Edition:
    """Return the edition of a file, which is JSON or a form in TOML."""
    if path.suffix == ".toml":
        return read_form(path.read_text("utf-8"))
    return read_edition(path.read_bytes())


def main() -> None:
    """Play the games, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edition", type=Path, help="the file of an edition without gaps")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--picture", type=Path, help="the file for a picture of the landings")
    options = parser.parse_args()
    edition = PLAYABLE if options.edition is None else read_file(options.edition)
    games = play(edition, options.players, options.games)
    print(returns(games), lengths(games), winners(games), sep="\n", end="")
    if options.picture:
        options.picture.write_text(draw(games), "utf-8")


if __name__ == "__main__":
    main()
