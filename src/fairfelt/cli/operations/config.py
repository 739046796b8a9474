"""fairfelt config, and what the settings say about alerts and stores."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fairfelt.cli.io.choose import read_passphrase
from fairfelt.cli.io.errors import BadInput, NotVerified, bad_input
from fairfelt.cli.io.output import Config, group
from fairfelt.runtime.configuration import BadConfiguration, Configuration, read_settings
from fairfelt.runtime.configuration.check import contradictions, find_mistakes
from fairfelt.runtime.configuration.reading import configuration_file, keys_in
from fairfelt.runtime.configuration.settings import entries, example_file, shown_value

if TYPE_CHECKING:
    from fairfelt.server.hub import HubClient
    from fairfelt.server.outgoing import Mail, Webhook
    from fairfelt.server.watching.backups import S3Store


def checked(configured: Configuration) -> Configuration:
    """The same settings, if a server can begin with them."""
    for mistake in contradictions(configured):
        raise BadInput(mistake)
    return configured


def alert_receivers(configured: Configuration) -> list[Webhook | Mail]:
    """The receivers of alerts that the settings name."""
    from fairfelt.server.outgoing import Mail

    alerts = configured.alerts
    receivers: list[Webhook | Mail] = [
        *webhooks_at(alerts.webhooks, alerts.webhook_secret_file, "alerts.webhook_secret_file")
    ]
    if alerts.mail_to:
        password = read_passphrase(alerts.smtp_password_file, "alerts.smtp_password_file") or ""
        receivers.append(Mail(alerts, password))
    return receivers


def webhooks_at(urls: tuple[str, ...], file: Path | None, setting: str) -> list[Webhook]:
    """Webhooks that share a secret in a file."""
    from fairfelt.server.outgoing import BadSecret, Webhook, read_secret

    if not urls:
        return []
    with bad_input(BadSecret, where=setting):
        secret = read_secret(read_passphrase(file, setting) or "")
    return [Webhook(url, secret) for url in urls]


def hub_client(configured: Configuration) -> HubClient | None:
    """The line to a hub; none where no hub is named."""
    from fairfelt.server.hub import HubClient

    named = configured.hub
    if not named.url:
        return None
    key = read_passphrase(named.key_file, "--hub-key-file") or ""
    with bad_input(ValueError, OSError, where="--hub"):
        return HubClient(named.url, key, named.authority_file)


def s3_store(configured: Configuration) -> S3Store | None:
    """The store that gets copies besides their folder."""
    from fairfelt.server.watching.backups import S3Store

    backups = configured.backups
    if not backups.s3_bucket:
        return None
    return S3Store(backups, read_passphrase(backups.s3_secret_key_file, "backups.s3_secret_key_file") or "")


def hook_folder(configured: Configuration) -> Path:
    """The folder for how far systems have taken events: that of the state, or the journal's."""
    from fairfelt.ledger.store import file_of, place_of

    journal = file_of(place_of(configured.database)) if configured.database else None
    folder = configured.state or (journal.parent if journal else None)
    if folder is None:
        raise BadInput("webhooks need a folder for how far they are: set state")
    return folder


def example() -> None:
    """Print a configuration file with every setting, its meaning and its default, to begin with.

    Example: `fairfelt config example > fairfelt.toml`
    """
    sys.stdout.write(example_file())


def show(file: Config = None) -> None:
    """Print every setting as it is in force, and where it comes from. Secrets are not shown.

    Example: `fairfelt config show fairfelt.toml`
    """
    from fairfelt.ledger.store import shown

    settings, source = read_settings(file), configuration_file(file)
    named = keys_in(source)
    for entry in entries():
        origin = entry.variable if os.environ.get(entry.variable) else source if entry.key in named else "default"
        value = entry.of(settings)
        if entry.is_address:
            value = shown(value)
        elif entry.secret:
            value = "(set, not shown)" if value else ""
        sys.stdout.write(f"{entry.key} = {shown_value(value)}  ({origin})\n")


def check(file: Config = None) -> None:
    """Say what is wrong with a configuration, all of it; the exit code is 1 if anything is.

    Example: `fairfelt config check fairfelt.toml`
    """
    try:
        settings = read_settings(file)
    except BadConfiguration as error:
        for fault in error.faults[1:]:
            sys.stdout.write(f"{fault}\n")
        raise BadConfiguration(error.faults[0]) from error
    mistakes = find_mistakes(settings, configuration_file(file))
    for mistake in mistakes:
        sys.stdout.write(f"{mistake}\n")
    if mistakes:
        many = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        raise NotVerified(f"the configuration has {many}")
    source = configuration_file(file)
    sys.stdout.write(f"{source or 'No configuration file is named: the environment and the defaults'}: all is right.\n")


config = group("config", example, show, check)
