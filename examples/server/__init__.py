"""Many tables of any game, served by any number of processes from one store.

Read `setting`, `store`, `places`, `table` and `host` in this order, then `limits`, `metrics` and
`app`; docs/how-to/many-tables.md explains them. The tables are saved tables of the library, and
`postgresql` is a store of such tables. `fold` checks a store before an upgrade, `upgrade` copies
one of an earlier server, `python -m server` runs a process, and `deploy` has files for containers
and systemd.
"""
