from westeros_intrigue.lab.environments.openspiel.games import (
    ChanceGame as ChanceGame,
    DealGame as DealGame,
    Observer as Observer,
    State as State,
    resampler as resampler,
)
