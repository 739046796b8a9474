"""The best two classes of backs at games with shared cards and several decisions."""
