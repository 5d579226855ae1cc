from westeros_intrigue.lab.players.analysis import (
    Analysis as Analysis,
    JudgedMove as JudgedMove,
    JudgedPlacement as JudgedPlacement,
    RecordAnalysis as RecordAnalysis,
    analyse as analyse,
    analyse_record as analyse_record,
)
from westeros_intrigue.lab.players.search import (
    LearnedPlayer as LearnedPlayer,
    MonteCarloPlayer as MonteCarloPlayer,
)
