"""fairfelt law and fairfelt approvals."""
