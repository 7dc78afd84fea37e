"""Warnings that are worth acting on. Each says what was seen, where, and what to do."""
import re
import unicodedata
from collections import Counter, defaultdict

from .column import DATES, NUMERIC
from .source import delimiter_name
from .values import classify

MOSTLY = 0.5
FEW_ROWS = 12
IDENTIFIER_NAME = re.compile(r"(?:^|[_\W])(?:id|ids|uuid|guid|key|nr|no|number|code|sku|ean|isbn|ref)s?(?:$|[_\W])|编号|序号|单号|号码|ID$", re.IGNORECASE)
UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)


def warning(code, column, message, action, rows=(), examples=()):
    return {
        "code": code,
        "column": column,
        "message": message,
        "action": action,
        "rows": list(rows),
        "examples": [{"row": row, "value": value[:80]} for row, value in examples],
    }


def find(table, rows, reading, parts):
    """All warnings: about the file, its rows, then the columns from left to right."""
    found = list(_about_file(table, rows, reading))
    found += _about_rows(table, rows)
    for column, part in zip(table.columns, parts):
        found += _about_column(column, part, table)
    return found


# ---------------------------------------------------------------- the file


def _about_file(table, rows, reading):
    if table.header is None and table.rows == 0:
        yield warning("empty-file", None, "The file holds no rows at all.", "Check that the export worked and that this is the right file.")
        return
    if table.rows == 0:
        yield warning("header-only", None, "There is a header but no data row.", "Check the filter of the export.")
    yield from _about_delimiter(table, reading)
    if reading["encoding_certainty"] == "guessed":
        yield warning(
            "encoding-guessed", None,
            f"The file is not UTF-8; {reading['encoding']} is a guess.",
            "Look at the accented or Chinese letters in the examples. If they are wrong, run again with --encoding, such as cp1252, gb18030 or shift_jis.",
        )
    if rows.undecodable:
        yield warning(
            "undecodable-characters", None,
            f"Places that could not be read as {reading['encoding']}: {rows.undecodable:,}. Each shows as \ufffd.",
            "Run again with the right --encoding, or have the file exported as UTF-8.", [rows.undecodable_row],
        )
    if rows.nul_bytes:
        yield warning("nul-bytes", None, f"NUL bytes left out: {rows.nul_bytes:,}.", "The file may be damaged, or UTF-16 read as something else. Ask for a fresh export.")
    if table.header is not None:
        yield from _about_header(table)


def _about_delimiter(table, reading):
    sniffed, agreement, columns = reading["sniffed"]
    name = delimiter_name(sniffed)
    if sniffed != reading["delimiter"] and agreement >= 0.9 and columns > len(table.columns):
        yield warning(
            "likely-wrong-delimiter", None,
            f"Columns with {delimiter_name(reading['delimiter'])} as the delimiter: {len(table.columns)}; with {name}: {columns}.",
            f"Run again with --delimiter {name}.",
        )
    elif len(table.columns) == 1 and columns < 2 and table.rows > 0:
        yield warning(
            "single-column", None, "No delimiter was found: the file is read as one column.",
            "Fine for a plain list. Otherwise name the delimiter with --delimiter.",
        )
    elif columns >= 2 and agreement < 0.6 and sniffed == reading["delimiter"]:
        yield warning(
            "likely-wrong-delimiter", None,
            f"Only {agreement:.0%} of the first rows have the same number of cells when {name} is the delimiter.",
            "Look at the first lines of the file. Another delimiter, a title above the table (--skip-rows) or unquoted text may be the cause.",
        )


def _about_header(table):
    cells = [cell.replace("\ufeff", "") for cell in table.header]
    names = [" ".join(cell.split()) for cell in cells]
    if len(names) < table.usual_width:
        yield warning(
            "header-too-short", None, f"The header has {_times(len(names), 'cell')}, most rows have {table.usual_width}.",
            "If a title stands above the table, run again with --skip-rows. Otherwise name the missing columns.", [table.header_row],
        )
    empty = [str(place) for place, name in enumerate(names, 1) if name == ""]
    if empty:
        yield warning("empty-header", None, f"No name in the header for column {_listed(empty)}.", "They are called column_N here. Name them, or drop them if they are empty.", [table.header_row])
    repeated = sorted({name for name in names if name and names.count(name) > 1})
    if repeated:
        yield warning(
            "duplicate-header", None, f"More than one column is called {_listed(repeated)}.",
            "The later ones are called NAME_2, NAME_3 here. Rename them before joining or loading: most tools keep only one.", [table.header_row],
        )
    if any(cell != name and name for cell, name in zip(cells, names)):
        yield warning("header-whitespace", None, "Header names have spaces around them or line breaks in them.", "Strip them, or code that looks a column up by its name will not find it.", [table.header_row])
    data_like = [name for name in names if _looks_like_data(name)]
    if names and len(data_like) * 2 >= len([name for name in names if name]) > 0 and data_like:
        yield warning(
            "likely-no-header", None, f"Row {table.header_row} looks like data: {_listed(data_like[:3])}.",
            "If the file has no header, run again with --no-header; its first row is not counted now.", [table.header_row],
        )


def _looks_like_data(name):
    kind, _ = classify(name, ".") if name else ("missing", None)
    return kind in NUMERIC + DATES and not re.fullmatch(r"(?:19|20)\d\d", name)


# ---------------------------------------------------------------- rows


def _about_rows(table, rows):
    if rows.unreadable_count:
        reason = rows.unreadable[0][1]
        yield warning(
            "unreadable-rows", None, f"Records that could not be read: {rows.unreadable_count:,} ({reason}).",
            "A quotation mark that is never closed is the usual cause. Look at these rows in the file.", [row for row, _ in rows.unreadable],
        )
    tall = sorted({row for column in table.columns for row in column.tall_rows})
    if tall:
        yield warning(
            "unclosed-quote", None, "A cell has more than 100 lines.",
            "A quotation mark is probably not closed and has swallowed the rows that follow. Look there first: the figures below may lack rows.", tall[:5],
        )
    if table.short.count or table.long.count:
        parts = [f"{table.short.count} shorter" if table.short.count else "", f"{table.long.count} longer" if table.long.count else ""]
        harmless = table.long.count and not table.short.count and not table.long_with_content
        yield warning(
            "ragged-rows", None,
            f"Not every row has {_times(len(table.columns), 'cell')}: {' and '.join(filter(None, parts))}. Missing cells count as missing; extra cells are left out.",
            "The extra cells are all empty: a delimiter at the end of the line, harmless." if harmless else "An unquoted delimiter inside a text is the usual cause. Look at these rows before you trust their columns.",
            sorted(table.short.first + table.long.first)[:5],
        )
    if table.empty.count:
        yield warning("empty-rows", None, f"Rows with nothing in any cell: {table.empty.count:,}.", "Drop them.", table.empty.first)
    if table.duplicates.count:
        least = "at least " if table.duplicates_capped else ""
        yield warning(
            "duplicate-rows", None, f"Rows that are the same as an earlier row: {least}{table.duplicates.count:,}.",
            "Find out whether the event happened twice or was exported twice. Drop the repeats only in the second case.", table.duplicates.first,
        )


# ---------------------------------------------------------------- one column


def _about_column(column, part, table):
    kind = part["type"]
    if column.count == 0:
        return
    if kind == "empty":
        yield warning("empty-column", column.name, "Every value is missing.", "Drop the column, or ask why the export leaves it empty.")
        return
    yield from _about_missing(column)
    yield from _about_types(column, kind)
    yield from _about_variety(column, kind)
    yield from _about_spelling(column, kind)
    if kind in NUMERIC:
        yield from _about_numbers(column, part["numbers"]["outliers"], table)
    if column.dates.forms and kind in DATES + ("mixed",):
        yield from _about_dates(column)


def _about_missing(column):
    share = column.kinds["missing"] / column.count
    if share > MOSTLY:
        yield warning("mostly-missing", column.name, f"{share:.0%} of the values are missing.", "Do not average over it. Find out whether missing means zero, unknown or not applicable.")
    spellings = [spelling.strip() or "(empty)" for spelling in column.missing]
    if len(set(spellings)) > 1:
        yield warning("missing-spellings", column.name, f"Missing is written in {len(set(spellings))} ways: {_listed(sorted(set(spellings)))}.", "Treat all of them as missing when you load the file.")


GROUPS = {"integer": "numbers", "number": "numbers", "percent": "numbers", "date": "dates", "datetime": "dates", "boolean": "yes/no", "text": "text", "code": "text"}


def _about_types(column, kind):
    if kind == "code":
        long = any(len(text.strip()) >= 16 for _, text in column.examples["code"])
        why = "numbers of 16 or more digits, which lose their last digits" if long else "leading zeros, which vanish"
        yield warning("digits-not-numbers", column.name, f"{why.capitalize()} when read as numbers.", "Load this column as text.", examples=column.examples["code"])
        return
    groups = defaultdict(int)
    for name, count in column.kinds.items():
        if name != "missing" and count:
            groups[GROUPS[name]] += count
    usual = GROUPS.get(kind) or max(groups, key=lambda group: (groups[group], group))
    others = column.present - groups[usual]
    if others and (usual != "text" or others >= 0.2 * column.present):
        odd = [example for name, examples in column.examples.items() if GROUPS[name] != usual for example in examples]
        shares = ", ".join(f"{count} {group}" for group, count in sorted(groups.items(), key=lambda item: -item[1]))
        yield warning(
            "mixed-types", column.name, f"The values are of more than one type: {shares}.",
            f"The figures are of the {usual} alone. Correct the others, or treat them as missing." if usual != "text" else "Decide what the column should hold before you compute with it.",
            examples=sorted(odd)[:5],
        )
    if 0 < column.kinds["percent"] < column.kinds["percent"] + column.kinds["integer"] + column.kinds["number"]:
        yield warning(
            "mixed-units", column.name, f"Values that end in %: {column.kinds['percent']:,}. The others do not.",
            "12% counts as 12 here. Find out whether the others are percentages too (12) or shares (0.12).", examples=column.examples["percent"],
        )


def _about_variety(column, kind):
    distinct = column.values.distinct()
    if distinct == 1 and column.present > 1:
        value = column.values.top(1)[0][0]
        every = "every row" if column.present == column.count else "every row that has one"
        yield warning("constant-column", column.name, f"The same value, {value[:40]!r}, in {every}.", "It tells nothing apart. Leave it out of an analysis.")
    elif _is_identifier(column, kind, distinct):
        yield warning("likely-identifier", column.name, "Different in every row, and it looks like an identifier.", "Use it to join and to count, never to add up or to average; check that it stays unique after joins.")


    elif IDENTIFIER_NAME.search(_spaced(column.name)) and column.values.complete and column.present >= FEW_ROWS and 0.9 * column.present <= distinct < column.present:
        repeated = [f"{value[:40]} ({count})" for value, count in column.values.top(6) if count > 1]
        yield warning(
            "repeated-identifier", column.name, f"It looks like an identifier, but {column.present - distinct:,} of its values are repeats: {_listed(repeated)}.",
            "A join on it would multiply rows. Look at the repeated ones: duplicates, corrections, or several lines of one order.",
        )


def _spaced(name):
    """customerId as customer_Id."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)


def _is_identifier(column, kind, distinct):
    unique = distinct == column.present if column.values.complete else distinct > 0.9 * column.present and max(column.values.counts.values(), default=1) == 1
    if not unique or column.present < FEW_ROWS or column.kinds["missing"] or kind not in ("integer", "code", "text"):
        return False
    if IDENTIFIER_NAME.search(_spaced(column.name)):
        return True
    if kind == "integer":
        low, high = column.extremes.low[0][0], column.extremes.high[0][0]
        return high - low < 1.2 * column.present
    texts = [text for _, text in column.examples.get("text", column.examples.get("code", []))]
    return bool(texts) and all(UUID.fullmatch(text) or (re.search(r"\d", text) and not re.search(r"\s", text)) for text in texts)


def _about_spelling(column, kind):
    if column.padded:
        yield warning(
            "surrounding-whitespace", column.name, f"Values with spaces before or after: {column.padded:,}.",
            "Strip them: 'Rome ' and 'Rome' are counted as two values.", examples=column.padded_examples,
        )
    if kind not in ("text", "boolean") or not column.values.complete:
        return
    variants = defaultdict(Counter)
    for key, count in column.values.counts.items():
        variants[_folded(key)][key.strip()] += count
    families = [sorted(family.items(), key=lambda item: (-item[1], item[0])) for family in variants.values() if len(family) > 1]
    if families:
        families.sort(key=lambda family: -sum(count for _, count in family))
        shown = "; ".join(" / ".join(f"{text[:30]} ({count})" for text, count in family[:4]) for family in families[:3])
        more = f" and {len(families) - 3} more" if len(families) > 3 else ""
        yield warning("spelling-variants", column.name, f"One category in several spellings: {shown}{more}.", "Map them to one spelling before you group or count.")


def _folded(text):
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("_", " ").replace("-", " ").split())


def _about_numbers(column, outliers, table):
    if outliers and outliers["count"] and not _is_identifier(column, "integer", column.values.distinct()):
        about = "about " if outliers["estimated"] else ""
        yield warning(
            "outliers", column.name,
            f"Values outside {outliers['below']:g} to {outliers['above']:g}: {about}{outliers['count']:,}.",
            "Look at these rows: a slip of the decimal mark, another unit, a placeholder such as 9999, or a real exception. Prefer the median to the mean until you know.",
            [item["row"] for item in outliers["furthest"]],
            [(item["row"], f"{item['value']:g}") for item in outliers["furthest"]],
        )
    if column in table.assumed_decimals:
        mark = "comma" if column.decimal == "," else "point"
        yield warning(
            "ambiguous-numbers", column.name, f"Nothing shows whether 1,234 is about 1.2 or 1234. The {mark} is taken for the decimal mark.",
            "Compare a value with its source. If it is a thousand times off, run again with --decimal.", examples=column.examples.get("integer", column.examples.get("number", []))[:3],
        )


def _about_dates(column):
    dates = column.dates
    if dates.order == "unknown":
        first, second = dates.range["day_first"], dates.range["month_first"]
        yield warning(
            "ambiguous-dates", column.name,
            f"Every date can be read with the day or the month first: {first[0][:10]} to {first[1][:10]} (day first, used here) or {second[0][:10]} to {second[1][:10]} (month first).",
            "Ask where the file comes from, or compare with another column. Do not compute with these dates before.", examples=[dates.examples["either"]],
        )
    if dates.order == "conflict":
        yield warning(
            "mixed-date-order", column.name,
            f"{dates.evidence['day_first']} dates have the day first, {dates.evidence['month_first']} the month first, {dates.evidence['either']} could be either.",
            "The column joins two sources. Split them, or have the dates exported as YYYY-MM-DD; earliest and latest are not reliable.",
            examples=[dates.examples["day_first"], dates.examples["month_first"]],
        )
    if len(dates.forms) > 1:
        shown = ", ".join(f"{form} ({count})" for form, (count, _, _) in dates.forms.items())
        yield warning("mixed-date-forms", column.name, f"Dates are written in {len(dates.forms)} forms: {shown}.", "Parse each form on its own and store YYYY-MM-DD.", examples=[(row, text) for _, row, text in dates.forms.values()])


# ---------------------------------------------------------------- words


def _times(number, noun):
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _listed(names):
    shown = [str(name)[:40] for name in names[:6]]
    return ", ".join(shown) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
