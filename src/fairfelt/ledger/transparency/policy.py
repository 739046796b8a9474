"""The policy of C2SP `tlog-policy`: which logs and witnesses are known, and which cosignatures are enough."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from .merkle import NotProved
from .note import VerifierKey, read_verifier_key

__all__ = ["Policy", "read_policy"]

NONE = "none"


@dataclass(frozen=True)
class Policy:
    """Logs and witnesses with their addresses, which may be empty, and the rule."""

    logs: Mapping[VerifierKey, str]
    witnesses: Mapping[VerifierKey, str]
    members: Mapping[str, tuple[int, tuple[str, ...]] | VerifierKey]
    """A witness, or how many of whom, by name."""
    quorum: str

    def suffices(self, cosigned: Collection[VerifierKey]) -> bool:
        """Whether these cosignatures are enough."""
        return self.quorum == NONE or self._has(self.quorum, cosigned)

    def _has(self, name: str, cosigned: Collection[VerifierKey]) -> bool:
        member = self.members[name]
        if isinstance(member, VerifierKey):
            return member in cosigned
        wanted, names = member
        return sum(self._has(each, cosigned) for each in names) >= wanted


def read_policy(text: str) -> Policy:
    """A policy from its file; NotProved names the line that is wrong."""
    found = Policy({}, {}, {}, "")
    for number, line in enumerate(text.split("\n"), 1):
        words = line.replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if words and not words[0].startswith("#"):
            try:
                found = _with(found, *words)
            except (NotProved, TypeError, ValueError) as error:
                wrong = error if isinstance(error, NotProved) else "no such line is known"
                raise NotProved(f"line {number} of the policy: {wrong}") from error
    if not found.quorum:
        raise NotProved("the policy has no quorum line: end it with quorum NAME, or quorum none")
    return found


def _with(policy: Policy, word: str, name: str, *rest: str) -> Policy:
    logs, witnesses, members = dict(policy.logs), dict(policy.witnesses), dict(policy.members)
    if word in ("witness", "group") and (name in members or name == NONE):
        raise NotProved(f"the name {name} is taken")
    match word, rest:
        case "log", (*url,) if len(url) <= 1:
            logs |= _known(logs, name, True, *url)
        case "witness", (key, *url) if len(url) <= 1:
            witnesses |= (added := _known(witnesses, key, False, *url))
            (members[name],) = added
        case "group", (wanted, *names) if names:
            used = {each for member in members.values() if isinstance(member, tuple) for each in member[1]}
            if wrong := next(_strangers(names, members, used), ""):
                raise NotProved(f"{wrong} is not defined before, or is in a group already")
            least = {"any": 1, "all": len(names)}.get(wanted) or int(wanted)
            if not 1 <= least <= len(names):
                raise NotProved(f"{wanted} of {len(names)} cannot be")
            members[name] = least, tuple(names)
        case "quorum", () if not policy.quorum and name in (*members, NONE):
            return Policy(logs, witnesses, members, name)
        case _:
            raise NotProved(
                "it is log KEY [URL], witness NAME KEY [URL], group NAME all|any|N NAME…, or one quorum NAME"
            )
    return Policy(logs, witnesses, members, policy.quorum)


def _known(known: Mapping[VerifierKey, str], text: str, is_log: bool, url: str = "") -> dict[VerifierKey, str]:
    key = read_verifier_key(text)
    if key.type.cosigns is is_log:
        raise NotProved(f"the key of {key.name} is not that of a {'log' if is_log else 'witness'}")
    if any(each.public == key.public for each in known):
        raise NotProved(f"the key of {key.name} is listed twice")
    return {key: url}


def _strangers(names: list[str], members: Collection[str], used: set[str]) -> Iterator[str]:
    for at, name in enumerate(names):
        if name not in members or name in used or name in names[:at]:
            yield name
