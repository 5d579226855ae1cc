from westeros_intrigue.lab.players.analysis import (
    Analysis as Analysis,
    JudgedMove as JudgedMove,
    analyse as analyse,
)
from westeros_intrigue.lab.players.game_analysis import (
    JudgedPlacement as JudgedPlacement,
    RecordAnalysis as RecordAnalysis,
    analyse_record as analyse_record,
)
from westeros_intrigue.lab.players.search import (
    LearnedPlayer as LearnedPlayer,
    MonteCarloPlayer as MonteCarloPlayer,
)
