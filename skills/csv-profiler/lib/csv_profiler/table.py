"""The rows as a whole: how wide they are, which repeat, which are empty; and the columns that they fill."""
from collections import Counter

from .column import Column, DecimalMark, choose_decimals

VALUES_IN_MEMORY = 200_000  # over all columns
LONGEST_NAME = 120
DUPLICATES_CAPACITY = 500_000


class Table:
    """The columns, and what concerns whole rows."""

    def __init__(self, header, header_row, first_rows, reading, options):
        self.header = header
        self.header_row = header_row
        self.header_given = not options.no_header
        widths = Counter(map(len, first_rows))
        self.usual_width = widths.most_common(1)[0][0] if widths else len(header or [])
        names = list(header or [])
        if len(names) < self.usual_width:
            names += [""] * (self.usual_width - len(names))
        self.names = unique_names(names)
        capacity = max(50, min(20_000, VALUES_IN_MEMORY // max(1, len(names))))
        self.columns = [Column(name, capacity) for name in self.names]
        self.rows = 0
        self.short = RowList()
        self.long = RowList()
        self.long_with_content = 0
        self.empty = RowList()
        self.duplicates = RowList()
        self._seen = set()
        self.duplicates_capped = False
        self._choose_decimals(first_rows, reading, options)

    def _choose_decimals(self, first_rows, reading, options):
        cells = list(zip(*self._rectangular(first_rows))) or [[] for _ in self.columns]
        decimals = choose_decimals([DecimalMark(column) for column in cells], reading["delimiter"], options.decimal)
        self.assumed_decimals = []
        for column, (mark, assumed) in zip(self.columns, decimals):
            column.decimal = mark
            if assumed:
                self.assumed_decimals.append(column)

    def _rectangular(self, rows):
        width = len(self.columns)
        if set(map(len, rows)) <= {width}:
            return rows
        return [row if len(row) == width else row[:width] + [""] * (width - len(row)) for row in rows]

    def add(self, numbers, rows):
        self.rows += len(rows)
        self._add_shapes(numbers, rows)
        rows = self._rectangular(rows)
        for column, cells in zip(self.columns, zip(*rows)):
            column.add(cells, numbers.__getitem__)
        self._add_duplicates(numbers, rows)

    def _add_shapes(self, numbers, rows):
        width = len(self.columns)
        if set(map(len, rows)) != {width}:
            for number, row in zip(numbers, rows):
                if len(row) < width:
                    self.short.add(number)
                elif len(row) > width:
                    self.long.add(number)
                    self.long_with_content += any(map(str.strip, row[width:]))
        for number, row in zip(numbers, rows):
            if not row[0] and not any(row):
                self.empty.add(number)

    def _add_duplicates(self, numbers, rows):
        seen = self._seen
        hashes = list(map(hash, map(tuple, rows)))
        room = DUPLICATES_CAPACITY - len(seen)
        if room >= len(hashes) and len(before := set(hashes)) == len(hashes) and seen.isdisjoint(before):
            seen |= before
            return
        for number, row, value in zip(numbers, rows, hashes):
            if value in seen:
                if any(row):
                    self.duplicates.add(number)
            elif len(seen) < DUPLICATES_CAPACITY:
                seen.add(value)
            else:
                self.duplicates_capped = True

    def row_part(self, rows, complete):
        return {
            "count": self.rows,
            "complete": complete,
            "exact_duplicates": self.duplicates.count,
            "exact_duplicates_at_least": self.duplicates_capped,
            "empty": self.empty.count,
            "blank_lines": rows.blank_lines,
            "short": self.short.count,
            "long": self.long.count,
            "unreadable": rows.unreadable_count,
        }


class RowList:
    """A count, and the numbers of the first few rows."""

    SHOWN = 5

    def __init__(self):
        self.count = 0
        self.first = []

    def add(self, number):
        self.count += 1
        if self.count <= self.SHOWN:
            self.first.append(number)


def unique_names(header):
    """Header cells without surrounding white space; column_3 for an empty one, name_2 for a second one of that name."""
    names, taken = [], set()
    for place, cell in enumerate(header, 1):
        wanted = " ".join(cell.replace("\ufeff", "").split()) or f"column_{place}"
        wanted = wanted if len(wanted) <= LONGEST_NAME else wanted[: LONGEST_NAME - 1] + "…"
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        taken.add(name)
        names.append(name)
    return names
