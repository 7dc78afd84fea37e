"""From what a column remembers to the figures that are shown of it."""
from .column import DATES, NUMERIC


def column_part(column, place, top):
    kind = kind_of(column)
    numeric, dated = kind in NUMERIC, kind in DATES
    return {
        "name": column.name,
        "position": place,
        "type": kind,
        "missing": {
            "count": column.kinds["missing"],
            "share": _share(column.kinds["missing"], column.count),
            "spellings": dict(column.missing.most_common(5)),
        },
        "distinct": {"count": column.values.distinct(), "estimated": not column.values.complete},
        "numbers": number_part(column) if numeric else None,
        "dates": date_part(column) if dated else None,
        "text": text_part(column) if column.present and not numeric and not dated else None,
        "top": [{"value": value, "count": count} for value, count in column.values.top(top)],
        "top_estimated": not column.values.complete,
        "examples": [text[:80] for examples in column.examples.values() for _, text in examples[:2]][:4],
    }


def kind_of(column):
    """The type of a column: what at least half of its values are."""
    kinds, present = column.kinds, column.present
    if present == 0:
        return "empty"
    numeric = sum(kinds[kind] for kind in NUMERIC)
    if kinds["code"] and kinds["code"] + kinds["integer"] == present:
        return "code"
    if numeric * 2 >= present:
        if kinds["percent"] * 2 > numeric:
            return "percent"
        return "integer" if kinds["integer"] == numeric else "number"
    if (kinds["date"] + kinds["datetime"]) * 2 >= present:
        return "datetime" if kinds["datetime"] else "date"
    if kinds["boolean"] == present:
        return "boolean"
    return "text" if (kinds["text"] + kinds["code"] + kinds["boolean"]) * 2 >= present else "mixed"


def number_part(column):
    sample = sorted(column.sample.items)
    whole = column.kinds["number"] == column.kinds["percent"] == 0
    low, high = column.extremes.low[0][0], column.extremes.high[0][0]
    first, median, third = (quantile(sample, share) for share in (0.25, 0.5, 0.75))
    return {
        "count": column.moments.count,
        "minimum": _tidy(low, whole),
        "maximum": _tidy(high, whole),
        "mean": _tidy(column.moments.mean),
        "standard_deviation": _tidy(column.moments.standard_deviation()),
        "median": _tidy(median, whole),
        "first_quartile": _tidy(first, whole),
        "third_quartile": _tidy(third, whole),
        "quartiles_estimated": not column.sample.complete,
        "zeros": column.zeros,
        "negatives": column.negatives,
        "outliers": outlier_part(column, sample, first, third),
        "decimal_mark": column.decimal,
    }


def outlier_part(column, sample, first, third):
    """Values beyond 1.5 times the middle half's width (3 times from 100 values on, where 1.5 flags ordinary ones); None if too few."""
    width = third - first
    if len(sample) < 12 or width == 0:
        return None
    factor = 1.5 if column.moments.count < 100 else 3.0
    low, high = first - factor * width, third + factor * width
    outside = sum(1 for value in sample if value < low or value > high)
    kept = {(row, value) for value, row in column.extremes.low + column.extremes.high if value < low or value > high}
    count = max(len(kept), round(outside * column.moments.count / len(sample)))
    return {
        "count": count,
        "estimated": not column.sample.complete,
        "below": _tidy(low),
        "above": _tidy(high),
        "furthest": [{"row": row, "value": _tidy(value)} for row, value in sorted(kept, key=lambda item: -abs(item[1] - (low + high) / 2))[:5]],
    }


def date_part(column):
    earliest, latest = column.dates.bounds()
    return {
        "earliest": earliest,
        "latest": latest,
        "order": column.dates.order,
        "forms": {form: count for form, (count, _, _) in column.dates.forms.items()},
    }


def text_part(column):
    return {"shortest": column.shortest, "longest": column.longest, "mean_length": _tidy(column.characters / column.present)}


def quantile(ordered, share):
    """By linear interpolation, as spreadsheets and numpy do."""
    place = (len(ordered) - 1) * share
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def _share(part, whole):
    return round(part / whole, 4) if whole else 0.0


def _tidy(number, whole=False):
    """A number without the noise of binary fractions; an int where it is one in a column of integers."""
    if number is None:
        return None
    return int(number) if whole and number == int(number) else float(f"{number:.10g}")
