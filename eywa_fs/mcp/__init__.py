"""A memory for hosts of the Model Context Protocol: tools, resources and prompts over the façade.

Only :mod:`eywa_fs.mcp.server` and :mod:`eywa_fs.mcp.running` import the SDK (the extra ``[mcp]``).
"""
