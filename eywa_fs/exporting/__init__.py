"""Taking records out: lossless JSON lines, OpenAI messages, readable Markdown."""
