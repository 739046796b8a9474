"""fairfelt certificates"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.passphrase import read_passphrase

Folder = Annotated[Path, Parameter(help="The folder of the authority; nobody but its owner may read it.")]
House = Annotated[str, Parameter(help="What the authority is called in the lists of browsers.")]
Addresses = Annotated[
    list[str], Parameter(help="Names and numbers by which the server is reached: room.example 10.0.0.5")
]
Device = Annotated[str, Parameter(help="The name of the device, as the room has it: only its key goes with it.")]
PasswordFile = Annotated[
    Path | None,
    Parameter(
        help="A file whose first line seals the device's certificate; a password is made up and told otherwise.",
        show_default=False,
    ),
]


def authority(folder: Folder, *, house: House = "Fairfelt") -> int:
    """Make an authority of the house's own; its certificate is installed once in every browser and keypad.

    For example:

        fairfelt certificates authority /etc/fairfelt/tls --house "Example Card Room"
    """
    from fairfelt.controller.machine.private_authority import BadCertificate, PrivateAuthority

    made = PrivateAuthority(folder)
    try:
        made.begin(house)
    except (BadCertificate, OSError) as error:
        raise BadInput(str(error)) from error
    sys.stdout.write(
        f"The authority is in {folder}. Install {made.own.certificate} in browsers and keypads; keep {made.own.key} "
        "to yourself, away from the server once all is signed.\n"
    )
    return 0


def server(folder: Folder, addresses: Addresses) -> int:
    """Sign a certificate for the server, good for a year; a running server takes a new one by itself.

    For example:

        fairfelt certificates server /etc/fairfelt/tls room.example 10.0.0.5
    """
    from fairfelt.controller.machine.private_authority import BadCertificate, PrivateAuthority

    try:
        made = PrivateAuthority(folder).certify_server(addresses)
    except (BadCertificate, OSError) as error:
        raise BadInput(str(error)) from error
    sys.stdout.write(f'[tls]\ncertificate_file = "{made.certificate.absolute()}"\nkey_file = "{made.key.absolute()}"\n')
    return 0


def device(folder: Folder, name: Device, *, password_file: PasswordFile = None) -> int:
    """Sign a certificate for a device, and seal it with its key in a file that browsers take (PKCS #12).

    For example:

        fairfelt certificates device /etc/fairfelt/tls "keypad T1"
    """
    from fairfelt.controller.machine.private_authority import BadCertificate, PrivateAuthority

    password = read_passphrase(password_file, "--password-file") or secrets.token_urlsafe(12)
    try:
        file = PrivateAuthority(folder).certify_device(name, password)
    except (BadCertificate, OSError) as error:
        raise BadInput(str(error)) from error
    told = "" if password_file else f"Its password is {password}; it is not shown again.\n"
    sys.stdout.write(f"{file} is the certificate of {name}. Install it there, then remove the file.\n{told}")
    return 0


certificates = App(
    name="certificates",
    help="TLS in a house of its own: an authority, the server's certificate, and those of devices.",
)
certificates.command(authority)
certificates.command(server)
certificates.command(device)
