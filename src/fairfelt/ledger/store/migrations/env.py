"""Runs migrations on the connection that the program holds already."""

from alembic import context

from fairfelt.ledger.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
