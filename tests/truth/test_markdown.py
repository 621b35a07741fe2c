"""Markdown sections: their bytes are the file's, headings in fences are text."""

from __future__ import annotations

from codecs import BOM_UTF8

from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.model.records import Scope
from eywa_fs.truth.markdown import section_records, sections

PIECES = st.sampled_from(
    [
        b"# A\n",
        b"## B\r\n",
        b"###### F ######\n",
        b"####### no\n",
        b"```\n",
        b"~~~~py\n",
        b"~~~~\n",
        b"text\n",
        b"\n",
        b"\r\n",
        b"    # code\n",
        b"#tag\n",
        b"#\n",
        b"\xff\xfe\n",
        "山\n".encode(),
        b" ",
    ]
)


@given(st.lists(PIECES, max_size=25).map(b"".join) | st.binary(max_size=200))
def test_sections_lie_in_order_and_quote_the_file(data: bytes) -> None:
    end = 0
    for section in sections(data):
        assert section.byte_start >= end
        end = section.byte_end
        assert data[section.byte_start : end] == section.data
        assert section.number == data[: section.byte_start].count(b"\n") + 1
        assert section.last == data[:end].count(b"\n") + 1
        assert section.data.strip()


@given(st.lists(PIECES, max_size=25).map(b"".join))
def test_no_text_is_left_out(data: bytes) -> None:
    covered = b"".join(section.data for section in sections(data))
    assert covered.count(b"text") == data.count(b"text")


def test_nesting_and_crlf() -> None:
    data = b"intro\r\n\r\n# One\r\nfirst\r\n## Two ##\r\nsecond\r\n# Three\r\nthird"
    found = [(s.titles, s.data) for s in sections(data)]
    assert found == [
        ((), b"intro"),
        (("One",), b"# One\r\nfirst"),
        (("One", "Two"), b"## Two ##\r\nsecond"),
        (("Three",), b"# Three\r\nthird"),
    ]


def test_a_byte_order_mark_is_no_text() -> None:
    [(one, record)] = section_records(BOM_UTF8 + b"# A\nx\n", "a.md", Scope("t", "u"))
    assert (one.titles, one.byte_start, record.content) == (("A",), 0, "# A\nx")
    assert sections(BOM_UTF8 + b"\n") == [] and sections(BOM_UTF8 + b"# A\n") == []
    assert len(sections(BOM_UTF8 + b"```\n# A\n```\n")) == 1


def test_headings_in_fences_are_text() -> None:
    data = b"# A\n```sh\n# no heading\n~~~\n```` \n# B\nb\n"
    assert [s.titles for s in sections(data)] == [("A",), ("B",)]
    open_end = b"# A\n~~~\n# still code\n"
    assert [s.titles for s in sections(open_end)] == [("A",)]


def test_bare_headings_and_empty_files_give_nothing() -> None:
    assert sections(b"") == [] and sections(b"# A\n\n## B\n") == []
    assert [s.titles for s in sections(b"# A\n## B\nx")] == [("A", "B")]
