"""Draws the learning curve that train_by_self_play.py has written: draw_curve.py curve.csv curve.svg.

It needs Matplotlib, which the group `notebook` brings.
"""

import csv
import sys
from pathlib import Path

import matplotlib.pyplot as plt


def main() -> None:
    """Read the shares of rounds won, and draw them over the rounds of training."""
    source, target = map(Path, sys.argv[1:])
    with source.open(newline="") as file:
        rows = [(int(row["rounds"]), float(row["won"])) for row in csv.DictReader(file)]
    rounds, won = zip(*rows, strict=True)
    figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
    axes.plot(rounds, [100 * share for share in won], color="black")
    axes.axhline(50, color="grey", linestyle="dashed", linewidth=1)
    axes.set(xlabel="rounds of training", ylabel="rounds won, %", ylim=(0, 100), xlim=(0, None))
    axes.set_title("Against greedy_player; dashed: even play", fontsize="medium")
    figure.savefig(target)


if __name__ == "__main__":
    main()
