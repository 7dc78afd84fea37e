"""What one cell means: a number, a date, a yes or no, a missing value, or text."""
import math
import re
from datetime import date

MISSING = frozenset(
    ["", "na", "n/a", "n.a.", "#n/a", "nan", "null", "(null)", "\\n", "none", "nil", "-", "--", "–", "—", "?", "无", "空", "暂无"]
)
BOOLEANS = frozenset(["true", "false", "yes", "no", "y", "n", "t", "f", "ja", "nein", "oui", "non", "是", "否"])

# ---------------------------------------------------------------- numbers

_CURRENCY = r"(?:[$€£¥￥₹₩元]|USD|EUR|GBP|CHF|CNY|RMB|JPY|INR|AUD|CAD)"
_NUMBER = re.compile(rf"(?P<sign>[+-]?)\s?{_CURRENCY}?\s?(?P<inner>[+-]?)(?P<body>[\d.,][\d.,'’ \u00a0\u202f]*(?:[eE][+-]?\d+)?)\s?{_CURRENCY}?\s?(?P<percent>[%％]?)", re.ASCII)
_BODY = {
    ".": re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|\d{1,3}(?:([,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?", re.ASCII),
    ",": re.compile(r"(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?|\d{1,3}(?:([.'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?:,\d+)?", re.ASCII),
}
_CODE = re.compile(r"0\d+|\d{16,}")  # a leading zero, or more digits than a double can hold
_GROUPING = re.compile(r"[^\d.eE+-]")

_COMMA_EVIDENCE = re.compile(r"\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:[. ]\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")
_POINT_EVIDENCE = re.compile(r"\d+\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(?:[, ]\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}")
_EITHER = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")


def decimal_evidence(text):
    """"," or "." when the number can be read in one way only, ",?" or ".?" when it could be either, None when it tells nothing."""
    match = _NUMBER.fullmatch(text.strip("()"))
    if match is None:
        return None
    body = match["body"].strip()
    if _COMMA_EVIDENCE.fullmatch(body):
        return ","
    if _POINT_EVIDENCE.fullmatch(body):
        return "."
    either = _EITHER.fullmatch(body)
    return either and either[1] + "?"


def parse_number(text, decimal):
    """(kind, number), or None. 12 % is 12; (5) is -5; a currency sign is left out."""
    negative = text[0] == "(" and text[-1] == ")"
    match = _NUMBER.fullmatch(text[1:-1] if negative else text)
    if match is None or (match["sign"] and match["inner"]):
        return None
    body = match["body"].strip()
    if not _BODY[decimal].fullmatch(body):
        return None
    if _CODE.fullmatch(text):
        return "code", None
    plain = _GROUPING.sub("", body if decimal == "." else body.replace(".", "").replace(",", "."))
    number = float(plain)
    if math.isinf(number):
        return None
    if negative or "-" in (match["sign"], match["inner"]):
        number = -number
    if match["percent"]:
        return "percent", number
    return ("integer" if plain.isdigit() and number < 1e15 else "number"), number


# ---------------------------------------------------------------- dates

MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
MONTHS.update({"sept": 9, "mai": 5, "okt": 10, "dez": 12, "mär": 3})
_TIME = r"(?:[T ]\s?(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:[.,]\d+)?)?\s?(?P<half>[AaPp][Mm])?\s?(?:Z|UTC|[+-]\d\d:?\d\d)?)?"
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})(?:(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})|年(?P<month2>\d{1,2})月(?P<day2>\d{1,2})日)" + _TIME)
_YEAR_LAST = re.compile(r"(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second_part>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})" + _TIME)
_DAY_NAME = re.compile(r"(?P<day>\d{1,2})(?:\.|st|nd|rd|th)?[ -](?P<name>[^\W\d_]{3,9})\.?,?[ -](?P<year>\d{4}|\d{2})" + _TIME)
_NAME_DAY = re.compile(r"(?P<name>[^\W\d_]{3,9})\.?[ -](?P<day>\d{1,2})(?:st|nd|rd|th)?,?[ -](?P<year>\d{4})" + _TIME)


class Moment:
    """A date as text that sorts by time, read with the day first and with the month first; either may be impossible."""

    __slots__ = ("day_first", "month_first", "form", "has_time")

    def __init__(self, day_first, month_first, form, has_time):
        self.day_first = day_first
        self.month_first = month_first
        self.form = form
        self.has_time = has_time


def parse_date(text):
    """A Moment, or None."""
    match = _YEAR_FIRST.fullmatch(text)
    if match:
        month, day = match["month"] or match["month2"], match["day"] or match["day2"]
        form = f"Y{match['mark']}M{match['mark']}D" if match["mark"] else "Y年M月D日"
        return _moment(match, int(match["year"]), [(int(month), int(day))] * 2, form)
    match = _YEAR_LAST.fullmatch(text)
    if match:
        first, second, mark = int(match["first"]), int(match["second_part"]), match["mark"]
        return _moment(match, _full_year(match["year"]), [(second, first), (first, second)], f"{mark}-separated, year last")
    match = _DAY_NAME.fullmatch(text) or _NAME_DAY.fullmatch(text)
    if match:
        name = match["name"].lower()
        month = MONTHS.get(name[:3]) or MONTHS.get(name)
        if month:
            return _moment(match, _full_year(match["year"]), [(month, int(match["day"]))] * 2, "month by name")
    return None


def _full_year(digits):
    year = int(digits)
    return year if len(digits) == 4 else year + (2000 if year < 69 else 1900)


def _moment(match, year, month_and_day, form):
    time = _time_of(match)
    readings = [_iso(year, month, day, time) for month, day in month_and_day]
    if readings == [None, None]:
        return None
    return Moment(readings[0], readings[1], form, time is not None)


def _time_of(match):
    if match["hour"] is None:
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].lower() == "pm" else 0)
    return f"{hour:02}:{match['minute']}:{match['second'] or '00'}"


def _iso(year, month, day, time):
    try:
        written = date(year, month, day).isoformat()
    except ValueError:
        return None
    return written if time is None else f"{written} {time}"


# ---------------------------------------------------------------- any cell

_MAY_BE_DATE = re.compile(r"\d.*\d|[^\W\d_]{3,9}\.?[ -]\d")


def classify(text, decimal):
    """(kind, value) of a cell without white space around it.

    Kinds: missing, integer, number, percent, code (digits that are no quantity), boolean, date, datetime, text.
    """
    if len(text) > 60:
        return "text", None
    lower = text.lower()
    if lower in MISSING:
        return "missing", None
    if lower in BOOLEANS:
        return "boolean", None
    number = parse_number(text, decimal)
    if number is not None:
        return number
    if _MAY_BE_DATE.match(text):
        moment = parse_date(text)
        if moment is not None:
            return ("datetime" if moment.has_time else "date"), moment
    return "text", None
