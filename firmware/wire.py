"""The way to the broker: a socket, with TLS unless the configuration says that there is none.

The same on MicroPython and on CPython, whose sockets with TLS have other methods.
"""

import binascii
import select
import socket
import sys

IS_MICROPYTHON = sys.implementation.name == "micropython"
PATIENCE_S = 5
"""So long a connection may take, or a message to go out: nobody looks at the buttons meanwhile."""
MOST = 4096


class Broken(OSError):  # noqa: N818  (it reads as what happened)
    """The connection is gone, or the broker does not take us."""


class Wire:
    """Bytes to a broker and from it."""

    def __init__(self, host, port, authority=""):
        plain = socket.socket()
        try:
            plain.settimeout(PATIENCE_S)
            plain.connect(socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)[0][-1])
            self._wire = secured(plain, host, authority) if authority else plain
        except Exception:
            plain.close()
            raise
        if authority and IS_MICROPYTHON:
            self._wire.setblocking(False)  # its `read` would wait until all bytes are there that were asked for
            self._take, self._put = self._wire.read, self._wire.write
        else:
            self._take, self._put = self._wire.recv, self._wire.send
        self._ahead = getattr(self._wire, "pending", int)
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(self._wire, select.POLLIN)
        self._writable.register(self._wire, select.POLLOUT)

    def send(self, data):
        """All of it."""
        while data:
            sent = self._put(data)
            data = data[sent or 0 :]
            if not sent and not self._writable.poll(PATIENCE_S * 1000):
                raise Broken("the broker takes nothing any more")

    def receive(self, timeout_ms):
        """What has come; nothing where nothing comes in time."""
        if not self._ahead() and not self._readable.poll(timeout_ms):
            return b""
        part = self._take(MOST)
        if part is None:  # a part of a record, which says nothing yet
            return b""
        if not part:
            raise Broken("the broker hung up")
        return part

    def close(self):
        """Hang up."""
        self._wire.close()


def secured(plain, host, authority):
    """The socket with TLS: the broker shows a certificate of the house's authority, for the name we know it by."""
    certificate = read_certificate(authority)
    if IS_MICROPYTHON:
        import tls

        context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
        context.verify_mode = tls.CERT_REQUIRED
        context.load_verify_locations(certificate)
    else:
        import ssl

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=certificate)
    try:
        return context.wrap_socket(plain, server_hostname=host)
    except (OSError, ValueError) as error:
        raise Broken("no TLS with the broker: " + " ".join(str(error).split())) from None


def read_certificate(file):
    """A certificate as DER, from a file with DER or PEM."""
    with open(file, "rb") as kept:
        content = kept.read()
    if not content.startswith(b"-----BEGIN"):
        return content
    lines = content.split(b"-----END")[0].split(b"\n")[1:]
    return binascii.a2b_base64(b"".join([line.strip() for line in lines]))
