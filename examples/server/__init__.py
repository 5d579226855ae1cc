"""Many tables of any game, served by any number of processes from one store.

Read `setting`, `store`, `places`, `table` and `host` in this order, then `limits`, `metrics` and
`app`; docs/how-to/many-tables.md explains them. `fold` checks a store before an upgrade, `python -m
server` runs a process, and `deploy` has files for containers and systemd.
"""
