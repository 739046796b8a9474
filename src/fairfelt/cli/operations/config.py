"""fairfelt config, and what the settings say about alerts and stores."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.choose import read_passphrase
from fairfelt.cli.io.errors import BadInput, NotVerified
from fairfelt.runtime.configuration import BadConfiguration, Configuration, read_settings
from fairfelt.runtime.configuration.check import find_mistakes
from fairfelt.runtime.configuration.entries import Entry, entries, example_file, shown_value
from fairfelt.runtime.configuration.reading import configuration_file

if TYPE_CHECKING:
    from fairfelt.server.hub import HubSettings
    from fairfelt.server.outgoing import AlertSettings, HookSettings, Mail, Webhook
    from fairfelt.server.watching.backups import S3Store


def alert_settings(configured: Configuration) -> AlertSettings | None:
    """The receivers of alerts; None if none is named."""
    from fairfelt.server.outgoing import AlertSettings

    alerts = configured.alerts
    webhooks = webhooks_at(alerts.webhooks, alerts.webhook_secret_file, "alerts.webhook_secret_file")
    mail = _mail(configured)
    return AlertSettings(webhooks=webhooks, mail=mail, house=alerts.house) if webhooks or mail else None


def webhooks_at(urls: tuple[str, ...], file: Path | None, setting: str) -> tuple[Webhook, ...]:
    """Webhooks that share a secret in a file."""
    from fairfelt.server.outgoing import BadSecret, Webhook, read_secret

    if not urls:
        return ()
    try:
        secret = read_secret(read_passphrase(file, setting) or "")
    except BadSecret as error:
        raise BadInput(f"{setting}: {error}") from error
    return tuple(Webhook(url, secret) for url in urls)


def _mail(configured: Configuration) -> Mail | None:
    from fairfelt.server.outgoing import Mail

    alerts = configured.alerts
    if not alerts.mail_to:
        return None
    if not (alerts.smtp_host and alerts.mail_from):
        raise BadInput("alerts.mail_to needs alerts.smtp_host and alerts.mail_from")
    password = read_passphrase(alerts.smtp_password_file, "alerts.smtp_password_file") or ""
    return Mail(
        host=alerts.smtp_host, port=alerts.smtp_port, security=alerts.smtp_security, user=alerts.smtp_user,
        password=password, sender=alerts.mail_from, to=alerts.mail_to,
    )  # fmt: skip


def hub_settings(configured: Configuration) -> HubSettings | None:
    """The line to a hub; none where no hub is named."""
    from fairfelt.server.hub import HubClient, HubSettings

    named = configured.hub
    if not named.url and named.key_file is None:
        return None
    if not named.url or named.key_file is None:
        raise BadInput("--hub and --hub-key-file go together: name both, or neither where no jackpot is shared")
    key = read_passphrase(named.key_file, "--hub-key-file") or ""
    try:
        HubClient(named.url, key, named.authority_file)
    except (ValueError, OSError) as error:
        raise BadInput(f"--hub: {error}") from error
    return HubSettings(
        url=named.url, key=key, authority=named.authority_file, every_s=float(named.every_seconds),
        lost_after_s=float(named.lost_seconds),
    )  # fmt: skip


def s3_store(configured: Configuration) -> S3Store | None:
    """The store that gets copies besides their folder."""
    from fairfelt.server.watching.backups import S3Store

    backups = configured.backups
    if not backups.s3_bucket:
        return None
    secret = read_passphrase(backups.s3_secret_key_file, "backups.s3_secret_key_file") or ""
    return S3Store(
        bucket=backups.s3_bucket, prefix=backups.s3_prefix, endpoint=backups.s3_endpoint, region=backups.s3_region,
        access_key=backups.s3_access_key, secret_key=secret,
    )  # fmt: skip


def hook_settings(configured: Configuration) -> HookSettings | None:
    """Systems that get events; their progress is kept beside the journal, or in the state folder."""
    from fairfelt.ledger.store import file_of, place_of
    from fairfelt.server.outgoing import HookSettings, Topic

    named = configured.webhooks
    webhooks = webhooks_at(named.urls, named.secret_file, "webhooks.secret_file")
    if not webhooks:
        return None
    journal = file_of(place_of(configured.database)) if configured.database else None
    folder = configured.state or (journal.parent if journal else None)
    if folder is None:
        raise BadInput("webhooks need a folder for how far they are: set state")
    return HookSettings(
        webhooks=webhooks, topics=frozenset(map(Topic, named.topics)), folder=folder,
        meters_every_s=float(named.meters_seconds),
    )  # fmt: skip


File = Annotated[
    Path | None, Parameter(help="The file; else the one that FAIRFELT_CONFIG names, else /etc/fairfelt/fairfelt.toml.")
]


def example() -> int:
    """Print a configuration file with every setting, its meaning and its default, to begin with.

    For example:

        fairfelt config example > fairfelt.toml
    """

    sys.stdout.write(example_file())
    return 0


def show(file: File = None) -> int:
    """Print every setting as it is in force, and where it comes from. Secrets are not shown.

    For example:

        fairfelt config show fairfelt.toml
    """

    settings, source = read_settings(file), configuration_file(file)
    for entry in entries():
        sys.stdout.write(f"{entry.key} = {_shown(entry, settings)}  ({_origin(entry, settings, source)})\n")
    return 0


def check(file: File = None) -> int:
    """Say what is wrong with a configuration, all of it; the exit code is 1 if anything is.

    For example:

        fairfelt config check fairfelt.toml
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
    return 0


def _shown(entry: Entry, settings: Configuration) -> str:
    from fairfelt.ledger.store import shown

    value = entry.of(settings)
    if entry.is_address:
        value = shown(value)
    elif entry.secret:
        value = "(set, not shown)" if value else ""
    return shown_value(value)


def _origin(entry: Entry, settings: Configuration, source: Path | None) -> str:
    import os

    if os.environ.get(entry.variable):
        return entry.variable
    return "default" if entry.of(settings) == entry.default or source is None else str(source)


config = App(name="config", help="The settings of a server: an example file, a check, what is in force.")
config.command(example)
config.command(show)
config.command(check)
