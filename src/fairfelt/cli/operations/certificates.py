"""fairfelt certificates"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import read_passphrase
from fairfelt.cli.io.errors import bad_input
from fairfelt.cli.io.output import group
from fairfelt.server.machine import PrivateAuthority

Folder = Annotated[Path, Parameter(help="Folder of the authority; only its owner may read it.")]
House = Annotated[str, Parameter(help="Name of the authority in the lists of browsers.")]
Addresses = Annotated[
    list[str], Parameter(help="Names and numbers of the server: room.example 10.0.0.5", negative="--empty-addresses")
]
Device = Annotated[str, Parameter(help="Name of the device in the room.")]
Lost = Annotated[bool, Parameter(help="The newest one too: the device is lost.")]
PasswordFile = Annotated[
    Path | None, Parameter(help="File whose first line seals the device's certificate; default: made up and shown.")
]


def authority(folder: Folder, *, house: House = "Fairfelt") -> None:
    """Make an authority of the house's own; its certificate is installed once in every browser and keypad.

    Example: `fairfelt certificates authority /etc/fairfelt/tls --house "Example Card Room"`
    """
    made = PrivateAuthority(folder)
    with bad_input(OSError):
        made.begin(house)
    sys.stdout.write(
        f"The authority is in {folder}. Install {made.own.certificate} in browsers and keypads; keep {made.own.key} "
        "to yourself, away from the server once all is signed.\n"
    )


def server(folder: Folder, addresses: Addresses) -> None:
    """Sign a certificate for the server, good for a year; a running server takes a new one by itself.

    Example: `fairfelt certificates server /etc/fairfelt/tls room.example 10.0.0.5`
    """
    with bad_input(OSError):
        made = PrivateAuthority(folder).certify_server(addresses)
    sys.stdout.write(f'[tls]\ncertificate_file = "{made.certificate.absolute()}"\nkey_file = "{made.key.absolute()}"\n')


def device(folder: Folder, name: Device, *, password_file: PasswordFile = None) -> None:
    """Sign a certificate for a device, and seal it with its key in a file that browsers take (PKCS #12).

    Example: `fairfelt certificates device /etc/fairfelt/tls "keypad T1"`
    """
    password = read_passphrase(password_file, "--password-file") or secrets.token_urlsafe(12)
    with bad_input(OSError):
        file = PrivateAuthority(folder).certify_device(name, password)
    told = "" if password_file else f"Its password is {password}; it is not shown again.\n"
    sys.stdout.write(f"{file} is the certificate of {name}. Install it there, then remove the file.\n{told}")


def listed(folder: Folder) -> None:
    """Every certificate that the authority has signed for a device, and whether it was withdrawn.

    Example: `fairfelt certificates list /etc/fairfelt/tls`
    """
    with bad_input(OSError, ValueError):
        found = PrivateAuthority(folder).issued()
    for one in found:
        state = "withdrawn" if one.withdrawn else f"good until {one.ends:%Y-%m-%d}"
        sys.stdout.write(f"{one.device}: {one.serial:x}, {state}\n")
    if not found:
        sys.stdout.write(f"No certificate was signed for a device in {folder} yet.\n")


def withdraw(folder: Folder, name: Device, *, lost: Lost = False) -> None:
    """Take back the certificates of a device that a newer one has replaced, or all of them.

    A running server that knows the list (tls.client_revocations_file) refuses them within half a minute.

    For example:

        fairfelt certificates withdraw /etc/fairfelt/tls "keypad T1"
        fairfelt certificates withdraw /etc/fairfelt/tls "keypad T1" --lost
    """
    authority = PrivateAuthority(folder)
    with bad_input(OSError):
        taken = authority.withdraw(name, lost=lost)
    for one in taken:
        sys.stdout.write(f"{one.device}: {one.serial:x} is good no more.\n")
    if not taken:
        says = "Nothing to withdraw" if lost else "Nothing to withdraw but the newest: --lost takes that too"
        sys.stdout.write(f"{says}.\n")
        return
    sys.stdout.write(f'[tls]\nclient_revocations_file = "{authority.withdrawn.absolute()}"\n')


certificates = group("certificates", authority, server, device, withdraw, list=listed)
