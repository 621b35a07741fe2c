"""From new bytes in the truth to documents in the indexes."""
