"""The best strategy as tables that a kernel can look up."""
