"""Draw the learning curve of train_by_self_play.py: draw_curve.py curve.csv curve.svg."""

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, BELOW = 640, 320, 60, 50, 40
COLOUR = "#808080"  # visible on light and dark pages


def text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    """Return words in a picture."""
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{words}</text>'


def main() -> None:
    """Read the shares of rounds won, and plot them against the rounds of training."""
    source, target = map(Path, sys.argv[1:])
    with source.open(newline="", encoding="utf-8") as file:
        rows = [(int(row["rounds"]), float(row["won"])) for row in csv.DictReader(file)]
    most = rows[-1][0]
    points = [
        (LEFT + (WIDTH - LEFT - RIGHT) * rounds / most, (HEIGHT - BELOW) * (1 - won))
        for rounds, won in rows
    ]
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -20 {WIDTH} {HEIGHT + 20}" '
            f'font-family="sans-serif" font-size="13" fill="{COLOUR}">'
        ),
        (
            f"<title>Rounds won against greedy: {rows[0][1]:.0%} before, {rows[-1][1]:.0%} after "
            f"{most} rounds of training</title>"
        ),
    ]
    for share in range(0, 101, 25):
        y = (HEIGHT - BELOW) * (1 - share / 100)
        line = f'<path d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}" stroke="{COLOUR}" stroke-opacity=".3"/>'
        parts += [line, text(LEFT - 8, y + 4, f"{share} %", "end")]
    for half in range(3):
        x = LEFT + (WIDTH - LEFT - RIGHT) * half / 2
        parts.append(text(x, HEIGHT - BELOW + 20, f"{most * half / 2e6:.1f} million"))
    course = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts += [
        text((LEFT + WIDTH) / 2, HEIGHT - 4, "rounds of training"),
        f'<polyline points="{course}" fill="none" stroke="{COLOUR}" stroke-width="2"/>',
        "</svg>",
    ]
    target.write_text("\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
