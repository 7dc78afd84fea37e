"""From a file to its profile: one pass over the rows, then figures and findings."""
import os

from .figures import column_part
from .findings import find
from .source import Rows, declared_delimiter, detect_encoding, first_bytes, locate, sample_text, sniff_delimiter
from .table import Table

CHUNK_ROWS = 5000


def profile(options):
    """The profile as a dict in the shape of references/output.md. `options` are those of the command line."""
    path = locate(options.file)
    sample = first_bytes(path)
    reading = choose_reading(path, sample, options)
    with Rows(path, reading["encoding"], reading["delimiter"], reading["space_after"]) as rows:
        return _profile_rows(rows, path, reading, options)


def choose_reading(path, sample, options):
    """How the file is to be read, and how sure that is."""
    encoding, certainty = (options.encoding, "given") if options.encoding != "auto" else detect_encoding(path, sample)
    if encoding == "utf-8" and sample.startswith(b"\xef\xbb\xbf"):
        encoding = "utf-8-sig"
    text = sample_text(sample, encoding)
    declared = declared_delimiter(text)
    lines = text.splitlines(keepends=True)[options.skip_rows + (declared is not None) :]
    sniffed, agreement, columns = sniff_delimiter("".join(lines))
    delimiter = options.delimiter if options.delimiter != "auto" else declared or sniffed
    return {
        "encoding": encoding,
        "encoding_certainty": certainty,
        "delimiter": delimiter,
        "declared": declared is not None,
        "sniffed": (sniffed, agreement, columns),
        "space_after": delimiter != " " and f'{delimiter} "' in text and f'{delimiter}"' not in text,
    }


def _profile_rows(rows, path, reading, options):
    for _ in range(options.skip_rows + reading["declared"]):
        rows.next()
    header = None if options.no_header else _header(rows)
    header_row = rows.row
    numbers, chunk = rows.chunk(_next_size(options, 0))
    table = Table(header, header_row, chunk, reading, options)
    while chunk:
        table.add(numbers, chunk)
        size = _next_size(options, table.rows)
        if size == 0:
            break
        numbers, chunk = rows.chunk(size)
    complete = options.max_rows is None or not rows.chunk(1)[1]
    columns = [column_part(column, place, options.top) for place, column in enumerate(table.columns, 1)]
    return {
        "schema_version": 1,
        "file": _file_part(path, reading, table, header_row, header),
        "rows": table.row_part(rows, complete),
        "columns": columns,
        "warnings": find(table, rows, reading, columns),
    }


def _header(rows):
    """The first row in which anything is written."""
    row = rows.next()
    while row is not None and not any(map(str.strip, row)):
        row = rows.next()
    return row


def _next_size(options, done):
    return CHUNK_ROWS if options.max_rows is None else min(CHUNK_ROWS, options.max_rows - done)


def _file_part(path, reading, table, header_row, header):
    return {
        "path": path,
        "size_bytes": os.path.getsize(path),
        "encoding": reading["encoding"],
        "encoding_certainty": reading["encoding_certainty"],
        "delimiter": reading["delimiter"],
        "header_row": header_row if header is not None else None,
        "columns": len(table.columns),
    }
