"""Everything that is learned about one column while its cells stream by."""
import re
from collections import Counter

from .sketches import Extremes, Moments, Reservoir, ValueCounts
from .values import MISSING, MONTHS, Moment, classify, decimal_evidence, parse_date

NUMERIC = ("integer", "number", "percent")
DATES = ("date", "datetime")
EXAMPLES_KEPT = 3
SHOWN_CHARACTERS = 200
MISSING_AS_WRITTEN = frozenset(form for word in MISSING for form in (word, word.upper(), word.title()))
DECIMAL_PROBE = 1000
LONG_CELL_LINES = 100

# A whole chunk, each cell ended by a NUL (which no cell holds), is recognised in one call where all of it is of one plain
# form. What does not match is looked at cell by cell: codes such as 007, words that could be a month, a currency or "none".
_PLAIN_NUMBERS = re.compile(r"(?:-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?\0)*")
_PLAIN_TIMES = re.compile(r"(?:[0-9]{4}-[01][0-9]-[0-3][0-9][T ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\0)*")
_OTHER_MEANING = "|".join(sorted({*MONTHS, "usd", "eur", "gbp", "chf", "cny", "rmb", "jpy", "inr", "aud", "cad"}))
_PLAIN_TEXT = re.compile(rf"(?:(?!{_OTHER_MEANING})[^\W\d_][^\0]{{6,}}(?<!\s)\0)*", re.IGNORECASE)


class Column:
    """Fed with lists of cells by `add`; the fields hold what is known so far."""

    def __init__(self, name, capacity):
        self.name = name
        self.decimal = "."
        self.count = 0
        self.kinds = Counter()
        self.examples = {}  # kind -> the first few (row, text)
        self.missing = Counter()  # spelling -> count
        self.values = ValueCounts(capacity)
        self.moments = Moments()
        self.extremes = Extremes()
        self.sample = Reservoir(capacity)
        self.zeros = 0
        self.negatives = 0
        self.dates = DateRange()
        self.padded = 0
        self.padded_examples = []
        self.shortest = None
        self.longest = 0
        self.characters = 0
        self.tall_rows = []  # of cells with very many lines

    def add(self, cells, row_of):
        """`row_of` turns a position in `cells` into the number of its row."""
        self.count += len(cells)
        counts = Counter(cells)
        for spelling in MISSING_AS_WRITTEN & counts.keys():
            self._missing(spelling, counts.pop(spelling))
        if not counts:
            return
        self._numbers, self._number_weights, self._number_cells = [], [], []
        joined = "\0".join(counts) + "\0"
        if (self.decimal == "." or "." not in joined) and _PLAIN_NUMBERS.fullmatch(joined):
            self._add_plain_numbers(counts, joined, cells, row_of)
        elif _PLAIN_TEXT.fullmatch(joined):
            self._add_plain("text", counts, cells, row_of)
        elif _PLAIN_TIMES.fullmatch(joined) and all(parse_date(day) for day in {text[:10] for text in counts}):
            self._add_plain("datetime", counts, cells, row_of)
            self._add_plain_times(counts, cells, row_of)
        else:
            self._add_one_by_one(counts, cells, row_of)
        if counts:
            self.values.add(counts)
            self._add_lengths(counts, cells, row_of)
        if self._numbers:
            self._add_numbers(cells, row_of)

    def _missing(self, spelling, number):
        self.kinds["missing"] += number
        if spelling in self.missing or len(self.missing) < 20:
            self.missing[spelling] += number

    def _add_plain(self, kind, texts, cells, row_of):
        """Counts cells of one kind. `texts` maps each to how often it occurs."""
        self.kinds[kind] += sum(texts.values())
        if len(self.examples.get(kind, ())) < EXAMPLES_KEPT:
            self._keep_examples(kind, texts, cells, row_of)

    def _add_plain_times(self, counts, cells, row_of):
        earliest, latest = min(counts), max(counts)
        for text, number in ((earliest, sum(counts.values()) - 1), (latest, 1)):
            written = text.replace("T", " ")
            self.dates.add(Moment(written, written, "Y-M-D", True), number, text, cells, row_of)

    def _add_plain_numbers(self, counts, joined, cells, row_of):
        self._numbers = list(map(float, counts))
        self._number_weights = list(counts.values())
        self._number_cells = list(counts)
        fractions = {text: number for text, number in counts.items() if "." in text} if "." in joined else {}
        integers = counts if not fractions else {text: number for text, number in counts.items() if "." not in text}
        for kind, texts in (("integer", integers), ("number", fractions)):
            if texts:
                self._add_plain(kind, texts, cells, row_of)

    def _keep_examples(self, kind, texts, cells, row_of):
        kept = self.examples.setdefault(kind, [])
        for text in texts:
            if len(kept) >= EXAMPLES_KEPT:
                return
            kept.append((row_of(cells.index(text)), text[:SHOWN_CHARACTERS]))

    def _add_one_by_one(self, counts, cells, row_of):
        for text, number in list(counts.items()):
            stripped = text.strip()
            kind, value = classify(stripped, self.decimal)
            if kind == "missing":
                self._missing(text, counts.pop(text))
                continue
            if stripped != text:
                self.padded += number
                if len(self.padded_examples) < EXAMPLES_KEPT:
                    self.padded_examples.append((row_of(cells.index(text)), text[:SHOWN_CHARACTERS]))
            self.kinds[kind] += number
            if len(self.examples.get(kind, ())) < EXAMPLES_KEPT:
                self._keep_examples(kind, [text], cells, row_of)
            if kind in NUMERIC:
                self._numbers.append(value)
                self._number_weights.append(number)
                self._number_cells.append(text)
            elif kind in DATES:
                self.dates.add(value, number, text, cells, row_of)

    def _add_numbers(self, cells, row_of):
        numbers, weights, texts = self._numbers, self._number_weights, self._number_cells
        self.extremes.add(numbers, lambda place: row_of(cells.index(texts[place])))
        if len(numbers) < sum(weights):
            numbers = [number for number, weight in zip(numbers, weights) for _ in range(weight)]
        self.moments.add(numbers)
        self.sample.extend(numbers)
        self.zeros += numbers.count(0.0)
        self.negatives += sum(map((0.0).__gt__, numbers))

    def _add_lengths(self, counts, cells, row_of):
        lengths = list(map(len, counts))
        self.longest = max(self.longest, max(lengths))
        self.shortest = min(lengths) if self.shortest is None else min(self.shortest, min(lengths))
        self.characters += sum(length * number for length, number in zip(lengths, counts.values()))
        if max(lengths) > LONG_CELL_LINES and len(self.tall_rows) < EXAMPLES_KEPT:
            self.tall_rows += [row_of(cells.index(text)) for text in counts if text.count("\n") >= LONG_CELL_LINES][:EXAMPLES_KEPT]

    @property
    def present(self):
        return self.count - self.kinds["missing"]


class DateRange:
    """The earliest and latest date, kept for both orders of day and month until the column has shown which one it uses."""

    def __init__(self):
        self.range = {"day_first": None, "month_first": None}
        self.forms = {}  # form -> [count, row, text] of its first example
        self.evidence = {"day_first": 0, "month_first": 0, "either": 0}
        self.examples = {}

    def add(self, moment, number, text, cells, row_of):
        for order, reading in (("day_first", moment.day_first), ("month_first", moment.month_first)):
            if reading is not None:
                old = self.range[order]
                self.range[order] = (reading, reading) if old is None else (min(old[0], reading), max(old[1], reading))
        if moment.form in self.forms:
            self.forms[moment.form][0] += number
        else:
            self.forms[moment.form] = [number, row_of(cells.index(text)), text]
        if moment.day_first == moment.month_first:
            return
        verdict = self._verdict(moment)
        self.evidence[verdict] += number
        self.examples.setdefault(verdict, (row_of(cells.index(text)), text))

    @staticmethod
    def _verdict(moment):
        if moment.month_first is None:
            return "day_first"
        if moment.day_first is None:
            return "month_first"
        return "day_first" if moment.form.startswith(".") else "either"  # with points the day comes first everywhere

    @property
    def order(self):
        """ "day_first", "month_first", "conflict", "unknown", or None where no date leaves the question open."""
        day, month, either = (self.evidence[key] for key in ("day_first", "month_first", "either"))
        if day and month:
            return "conflict"
        if day or month:
            return "day_first" if day else "month_first"
        return "unknown" if either else None

    def bounds(self):
        """(earliest, latest) in the order that the column uses; day first where it is unknown or the rows disagree."""
        return self.range["month_first" if self.order == "month_first" else "day_first"] or self.range["month_first"]


class DecimalMark:
    """Which of "," and "." a column's first cells use as the decimal mark."""

    def __init__(self, cells):
        texts = {cell.strip() for cell in cells[:DECIMAL_PROBE] if "," in cell or "." in cell}
        self.seen = Counter(map(decimal_evidence, texts))

    @property
    def certain(self):
        """"," or ".", or None when no number decides."""
        comma, point = self.seen[","], self.seen["."]
        return None if comma == point == 0 else "," if comma > point else "."


def choose_decimals(marks, delimiter, wanted):
    """(mark, assumed) for every column. What a column does not show follows the other columns, then the delimiter."""
    if wanted != "auto":
        return [(wanted, False) for _ in marks]
    certain = {mark.certain for mark in marks} - {None}
    settled = len(certain) == 1
    usual = next(iter(certain)) if settled else "," if delimiter == ";" and not certain else "."
    return [(mark.certain, False) if mark.certain else (usual, not settled and _is_open(mark, usual)) for mark in marks]


def _is_open(mark, assumed):
    """Numbers like 1,234 that the assumed mark turns into a thousand times more or less. 1.234 with points is ordinary."""
    return mark.seen[",?"] > 0 or (assumed == "," and mark.seen[".?"] > 0)
