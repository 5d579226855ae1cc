from westeros_intrigue.lab.simulation.counted import (
    CountedGames as CountedGames,
    CountedRounds as CountedRounds,
    Estimate as Estimate,
    Histogram as Histogram,
)
from westeros_intrigue.lab.simulation.fast import (
    GameSource as GameSource,
    Policy as Policy,
    RoundSource as RoundSource,
)
from westeros_intrigue.lab.simulation.results import (
    SimulatedGames as SimulatedGames,
    SimulatedRounds as SimulatedRounds,
)
from westeros_intrigue.lab.simulation.running import (
    MatchInterrupted as MatchInterrupted,
    Progress as Progress,
    Run as Run,
    available_cores as available_cores,
)
from westeros_intrigue.lab.simulation.simulation import (
    Playouts as Playouts,
    Simulation as Simulation,
    playouts as playouts,
)
from westeros_intrigue.lab.simulation.solver import (
    Solution as Solution,
    solve as solve,
    winning_moves as winning_moves,
)
