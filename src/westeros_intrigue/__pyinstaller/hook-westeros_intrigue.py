"""The files of the package, and the modules that it imports by name."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("westeros_intrigue")
hiddenimports = [
    "westeros_intrigue.games.btwixt",
    "westeros_intrigue.games.monopoly",
    "westeros_intrigue.lab.players.search",
]
