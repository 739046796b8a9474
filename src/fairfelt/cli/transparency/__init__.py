"""fairfelt witness and fairfelt proof"""
