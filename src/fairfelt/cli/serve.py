"""fairfelt serve"""

from __future__ import annotations

import sys
from errno import EADDRINUSE
from typing import Annotated

from cyclopts import Parameter

from .errors import BadInput

Host = Annotated[str, Parameter(help="The address to listen at; 0.0.0.0 lets other machines in.")]
Port = Annotated[int, Parameter(help="The port to listen at; 0 takes any free one.")]
Open = Annotated[bool, Parameter(name="--open", negative=(), show_default=False, help="Show it in a browser at once.")]
MOST_PORT = 65535


def serve(*, host: Host = "127.0.0.1", port: Port = 8000, open: Open = False) -> int:
    """All games in a browser: rules, PAR sheets, strategies and the verification of published figures.

    For example:

        fairfelt serve --open
        fairfelt serve --port 0
    """
    if not 0 <= port <= MOST_PORT:
        raise BadInput(f"--port {port} is not possible: ports are 0 to {MOST_PORT}")
    from fairfelt.web import application, listen, run, url_of

    try:
        listening = listen(host, port)
    except OSError as error:
        raise BadInput(_why(host, port, error)) from error
    app, url = application(), url_of(listening)
    sys.stdout.write(f"Fairfelt is at {url} — stop with Ctrl-C\n")
    sys.stdout.flush()
    if open:
        _show(url)
    try:
        run(app, listening)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    return 0


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == EADDRINUSE:
        return f"port {port} of {host} is taken: choose another with --port, or any free one with --port 0"
    return f"cannot listen at port {port} of {host} ({error.strerror}): choose others with --host and --port"


def _show(url: str) -> None:
    """In a thread of its own: some browsers keep who calls them waiting."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(url,), daemon=True).start()
