"""Rounds in lock step, in parallel, by the vector instructions of the processor.

Read `machine` first, then `deals`, `courts` and `play`. The rest of the simulation uses only the
names below. If no vector instructions can be made, the kernel plays instead.
"""

from westeros_intrigue.lab.simulation.lanes.deals import (
    deal as deal,
    draw_for_games as draw_for_games,
    shuffle_rounds as shuffle_rounds,
    start_games_round as start_games_round,
    start_worlds as start_worlds,
    write_results as write_results,
)
from westeros_intrigue.lab.simulation.lanes.machine import (
    DECKS as DECKS,
    Lanes as Lanes,
    blocks as blocks,
    copy_row as copy_row,
)
from westeros_intrigue.lab.simulation.lanes.play import play_to_the_end as play_to_the_end
