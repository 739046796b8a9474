"""Mail by SMTP, encrypted by default."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Literal

from .webhook import NotDelivered

PATIENCE_S = 20.0


@dataclass(frozen=True, kw_only=True)
class Mail:
    """A mail server, and from whom to whom."""

    host: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str
    to: tuple[str, ...]

    def send(self, subject: str, text: str) -> None:
        """Send once, off the event loop; NotDelivered says why it was not taken."""
        message = EmailMessage()
        message["Subject"], message["From"], message["To"] = subject, self.sender, ", ".join(self.to)
        message["Date"], message["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self.sender.rpartition("@")[2].strip("> ")),
        )
        message["Auto-Submitted"] = "auto-generated"  # nobody's vacation notice answers it
        message.set_content(text)
        try:
            with self._connected() as server:
                if self.security == "starttls":
                    server.starttls(context=ssl.create_default_context())
                if self.user:
                    server.login(self.user, self.password)
                server.send_message(message)
        except (OSError, smtplib.SMTPException) as error:
            raise NotDelivered(f"mail by {self.host} failed: {type(error).__name__}") from error

    def _connected(self) -> smtplib.SMTP:
        if self.security == "tls":
            return smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE_S, context=ssl.create_default_context())
        return smtplib.SMTP(self.host, self.port, timeout=PATIENCE_S)
