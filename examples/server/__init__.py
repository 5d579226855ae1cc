"""Many tables of any game, served by any number of processes from one store.

Read `store`, `table`, `host` and `app` in this order; docs/how-to/many-tables.md explains them.
"""
