"""Many tables of any game, served by any number of processes from one store.

Run it from the folder above:

    uvicorn server.app:application --workers 2

Read `store` for the rows and the conditional writes, `table` for a game as the fold of its log,
`host` for what a process does with tables, and `app` for the requests.
docs/how-to/many-tables.md explains it.
"""
