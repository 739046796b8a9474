"""Mistakes in settings: missing files, secrets that others can read, contradictions."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from .reading import unknown_variables
from .settings import Configuration, entries

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def find_mistakes(
    settings: Configuration, file: Path | None = None, environment: Mapping[str, str] | None = None
) -> list[str]:  # fmt: skip
    """Every mistake as a sentence, in the order of the settings."""
    unknown = unknown_variables(environment)
    mistakes = [f"{name} sets nothing: fairfelt config example lists the variables there are" for name in unknown]
    return [*mistakes, *_mistakes(settings, file)]


def _mistakes(settings: Configuration, file: Path | None) -> Iterator[str]:
    has_password = "://" in settings.database and urlsplit(settings.database).password
    if file and has_password and readable_by_others(file):
        yield f"{file} holds a password and others may read it: chmod 600 {file}"
    yield from _paths(settings)
    yield from contradictions(settings)
    tls = settings.tls
    if tls.client_revocations_file and not tls.client_authority_file:
        yield "tls.client_revocations_file is a list of tls.client_authority_file: name that too"
    yield from _alerts(settings)
    if settings.backups.s3_bucket and not settings.backups.folder:
        yield "backups.s3_bucket gets what is in backups.folder: name that too"


def contradictions(settings: Configuration) -> Iterator[str]:
    """What no server can begin with: addresses that are none, and settings of which one needs the other."""
    public_url, tls, hub = settings.server.public_url, settings.tls, settings.hub
    if public_url and not _is_address(public_url):
        yield "server.public_url is no address: give it as https://room.example"
    if bool(tls.certificate_file) != bool(tls.key_file):
        yield "tls.certificate_file and tls.key_file go together: name both, or neither for plain http"
    if tls.client_certificates != "off" and not (tls.client_authority_file and tls.certificate_file):
        yield "tls.client_certificates needs tls.client_authority_file and a certificate of the server"
    for proxy in settings.server.trusted_proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            yield f"server.trusted_proxies: {proxy} is no address: write 127.0.0.1 or 10.0.0.0/8"
    if bool(hub.url) != bool(hub.key_file):
        yield "hub.url and hub.key_file go together: name both, or neither where this room shares no jackpot"
    if hub.url and not _is_address(hub.url):
        yield "hub.url is no address: give it as https://hub.example"
    alerts = settings.alerts
    if alerts.mail_to and not (alerts.smtp_host and alerts.mail_from):
        yield "alerts.mail_to needs alerts.smtp_host and alerts.mail_from"
    if settings.backups.passphrase_file and not settings.backups.folder:
        yield "backups.passphrase_file seals copies, and backups.folder does not say where they go"


def _paths(settings: Configuration) -> Iterator[str]:
    for entry in entries():
        if not entry.is_path or entry.of(settings) is None or entry.key == "cache":
            continue
        value = entry.of(settings)
        for path in value if isinstance(value, tuple) else (value,):
            if entry.is_file:
                yield from _file(entry.key, path, secret=entry.secret)
            elif not path.is_dir():
                yield f"{entry.key}: there is no folder {path}"


def _file(key: str, path: Path, *, secret: bool) -> Iterator[str]:
    if not path.is_file():
        yield f"{key}: there is no file {path}"
    elif secret and readable_by_others(path):
        yield f"{key}: others may read {path}, which holds a secret: chmod 600 {path}"


def _alerts(settings: Configuration) -> Iterator[str]:
    alerts = settings.alerts
    if alerts.webhooks and not alerts.webhook_secret_file:
        yield "alerts.webhooks are signed: name a file with the secret in alerts.webhook_secret_file"
    if settings.webhooks.urls and not settings.webhooks.secret_file:
        yield "webhooks.urls are signed: name a file with the secret in webhooks.secret_file"
    if alerts.smtp_user and alerts.smtp_security == "none":
        yield "alerts.smtp_user would send a password in the clear: set alerts.smtp_security"
    for url in alerts.webhooks:
        if not _is_address(url):
            yield "alerts.webhooks holds what is no address: give it as https://…"


def readable_by_others(path: Path) -> bool:
    """True if users other than the owner may read a file."""
    return bool(path.stat().st_mode & OTHERS)


def _is_address(url: str) -> bool:
    return urlsplit(url).scheme in ("http", "https") and bool(urlsplit(url).netloc)
