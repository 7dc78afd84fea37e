"""Opening the user's file: where it lies, what it is, its encoding and its delimiter, and its rows."""
import codecs
import csv
import io
import os
import re
import stat
from collections import Counter
from itertools import islice

SAMPLE_BYTES = 256 * 1024
CHECKED_BYTES = 256 * 1024 * 1024
BLOCK_BYTES = 1024 * 1024
LONGEST_FIELD = 1_000_000
CHUNK_CHARACTERS = 8_000_000
LONGEST_LINE = 64_000_000
CONTROL_BYTES = bytes(set(range(1, 32)) - set(b"\t\n\r\f\x1b"))
DELIMITERS = ",;\t|"
DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe", " ": "space"}
SNIFFED_RECORDS = 300

_NOT_CSV = [
    (b"PK\x03\x04", "an Excel workbook (.xlsx) or another zip archive", "Export the sheet as CSV, or unzip it, first."),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)", "Export the sheet as CSV first."),
    (b"\x1f\x8b", "gzip-compressed", "Decompress it first (gunzip -k FILE)."),
    (b"PAR1", "a Parquet file", "Convert it to CSV first."),
    (b"%PDF", "a PDF", "Extract its tables first."),
    (b"SQLite format 3\0", "an SQLite database", "Export a table as CSV first."),
]
_BYTE_ORDER_MARKS = [
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
]


class FileProblem(Exception):
    """The file cannot be profiled; the message says why and what to do."""


def locate(name):
    """The absolute path of a regular file that can be read."""
    path = os.path.abspath(os.path.expanduser(name))
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        hint = "" if os.path.isabs(name) else f" A relative path is resolved against the current directory, {os.getcwd()}: give an absolute path."
        reason = "No file" if isinstance(error, (FileNotFoundError, NotADirectoryError)) else f"Cannot look ({getattr(error, 'strerror', None) or error})"
        raise FileProblem(f"{reason} at {path}.{hint}") from None
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "no regular file"
        raise FileProblem(f"{path} is {kind}. Give the path of one CSV file.")
    return path


def first_bytes(path):
    try:
        with open(path, "rb") as handle:
            sample = handle.read(SAMPLE_BYTES)
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error.strerror}.") from None
    for magic, kind, advice in _NOT_CSV:
        if sample.startswith(magic):
            raise FileProblem(f"{path} is {kind}, not a CSV file. {advice}")
    start = sample[:4096]
    if len(start.translate(None, CONTROL_BYTES)) < 0.9 * len(start):
        raise FileProblem(f"{path} is a binary file, not a CSV file.")
    return sample


# ---------------------------------------------------------------- encoding


def detect_encoding(path, sample):
    """(encoding, how sure: "marked", "checked" or "guessed")."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if sample.startswith(mark):
            return encoding, "marked"
    zeros = sample[:4096].count(0)
    if zeros * 3 > len(sample[:4096]):
        return ("utf-16-be" if sample[:1] == b"\0" else "utf-16-le"), "guessed"
    failed_at = _first_invalid_utf8(path)
    if failed_at is None:
        return "utf-8", "checked"
    around = _bytes_at(path, max(0, failed_at - BLOCK_BYTES // 2))
    return _guess_legacy(sample + around), "guessed"


def _first_invalid_utf8(path):
    """Where the first bytes stand that are not UTF-8, within the first 256 MB."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with open(path, "rb") as handle:
        for offset in range(0, CHECKED_BYTES, BLOCK_BYTES):
            block = handle.read(BLOCK_BYTES)
            try:
                decoder.decode(block, final=len(block) < BLOCK_BYTES)
            except UnicodeDecodeError as error:
                return offset + error.start
            if len(block) < BLOCK_BYTES:
                return None
    return None


def _bytes_at(path, offset):
    with open(path, "rb") as handle:
        handle.seek(offset)
        return handle.read(BLOCK_BYTES)


def _guess_legacy(sample):
    """Chinese text in GB18030 is runs of an even number of high bytes; in Western text high bytes stand alone."""
    runs = re.findall(rb"[\x80-\xff]+", sample)[1:-1] or re.findall(rb"[\x80-\xff]+", sample)
    paired = sum(1 for run in runs if len(run) % 2 == 0 and min(run) >= 0xA1)
    if paired * 10 >= len(runs) * 9:
        return "gb18030"
    try:
        sample.decode("cp1252")
        return "cp1252"
    except UnicodeDecodeError:
        return "latin-1"


def check_encoding(name):
    """Python's own name of a text encoding, or None."""
    try:
        found = codecs.lookup(name)
        "".encode(found.name)  # refuses codecs that are not for text, such as rot13
        return found.name
    except (LookupError, ValueError):
        return None


# ---------------------------------------------------------------- delimiter


def delimiter_name(mark):
    return DELIMITER_NAMES.get(mark, mark)


def sample_text(sample, encoding):
    """The decoded start of the file, without its last, perhaps cut, line."""
    text = io.TextIOWrapper(io.BytesIO(sample), encoding, errors="replace", newline="").read().replace("\0", "")
    whole_lines = re.match(r"(?s).*[\r\n]", text)
    return whole_lines[0] if whole_lines and len(sample) == SAMPLE_BYTES else text


def declared_delimiter(text):
    """Excel's own first line `sep=;`."""
    match = re.match(r"sep=(.)\r?\n", text, re.IGNORECASE)
    return match and match[1]


def sniff_delimiter(text):
    """(delimiter, agreement, columns): the one under which most rows have the same number of cells, and more than one."""
    best = (0.0, 1, 0, ",", 0.0)
    for order, delimiter in enumerate(DELIMITERS):
        widths = _widths(text, delimiter)
        if not widths:
            continue
        common, number = Counter(widths).most_common(1)[0]
        if common < 2:
            continue
        agreement = number / len(widths)
        merit = round(agreement * (1.0 if widths[0] == common else 0.7), 2)  # the header counts for more than one row
        best = max(best, (merit, common, -order, delimiter, agreement))
    _, columns, _, delimiter, agreement = best
    return delimiter, agreement, columns


def _widths(text, delimiter):
    widths = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True):
            if row:
                widths.append(len(row))
            if len(widths) >= SNIFFED_RECORDS:
                break
    except csv.Error:
        pass
    return widths


# ---------------------------------------------------------------- rows


class Rows:
    """The records of the file in chunks of (row numbers, rows). Counts what had to be left out on the way."""

    def __init__(self, path, encoding, delimiter, space_after):
        self.nul_bytes = 0
        self.undecodable = 0  # bytes that the encoding does not know
        self.undecodable_row = None
        self.blank_lines = 0
        self.unreadable = []  # (row, reason) of the first few
        self.unreadable_count = 0
        self._characters = 0
        self.row = 0  # of the record read last; the first record of the file is row 1
        self._handle = open(path, encoding=encoding, errors="replace", newline="")
        csv.field_size_limit(LONGEST_FIELD)
        self._reader = csv.reader(self._lines(), delimiter=delimiter, skipinitialspace=space_after)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._handle.close()

    def _lines(self):
        while True:
            line = self._handle.readline(LONGEST_LINE)
            if not line:
                return
            if len(line) >= LONGEST_LINE:
                raise FileProblem(f"A line near row {self.row + 1} is longer than {LONGEST_LINE // 1_000_000} MB. This is no CSV file with one record a line.")
            self._characters += len(line)
            if "\0" in line:
                self.nul_bytes += line.count("\0")
                line = line.replace("\0", "")
            if "\ufffd" in line:
                self.undecodable += line.count("\ufffd")
                self.undecodable_row = self.undecodable_row or self.row + 1
            yield line

    def next(self):
        """The next record that is not blank, or None at the end."""
        chunk = self.chunk(1)
        return chunk[1][0] if chunk[1] else None

    def chunk(self, size):
        """At most `size` records that are not blank lines, with their row numbers. Empty at the end."""
        numbers, rows = [], []
        full = self._characters + CHUNK_CHARACTERS
        while len(rows) < size and not (rows and self._characters >= full):
            before = self.row
            try:
                for row in islice(self._reader, size - len(rows)):
                    self.row += 1
                    if row:
                        numbers.append(self.row)
                        rows.append(row)
                    else:
                        self.blank_lines += 1
                    if rows and self._characters >= full:
                        break
            except csv.Error as error:
                self.row += 1
                self.unreadable_count += 1
                if len(self.unreadable) < 3:
                    self.unreadable.append((self.row, str(error)))
            if self.row == before:
                break
        return numbers, rows
