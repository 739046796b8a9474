"""The answer no."""


class Refusal(Exception):  # noqa: N818  (it is an answer, not a fault)
    """A command that is not carried out, with the sentence that says why."""
