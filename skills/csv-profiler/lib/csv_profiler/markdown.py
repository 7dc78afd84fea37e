"""The profile as Markdown, for a person or a model to read."""
import os
import re

from .source import delimiter_name

WIDEST_CELL = 40


def render(profile):
    parts = [_head(profile), _warnings(profile["warnings"]), _overview(profile["columns"])]
    parts += [_details(column) for column in profile["columns"] if column["type"] != "empty"]
    return "\n\n".join(filter(None, parts)) + "\n"


def _head(profile):
    file, rows = profile["file"], profile["rows"]
    guessed = {"guessed": ", a guess", "given": ", as asked"}.get(file["encoding_certainty"], "")
    header = f"header in row {file['header_row']}" if file["header_row"] else "no header"
    lines = [
        f"# Profile of {_text(os.path.basename(file['path']), 200)}",
        "",
        f"- File: {_text(file['path'], 1000)} ({_size(file['size_bytes'])})",
        f"- Read as: {file['encoding']}{guessed}; {delimiter_name(file['delimiter'])} between cells; {header}",
        f"- Size: {rows['count']:,} data rows, {file['columns']:,} columns{'' if rows['complete'] else ' (only the first rows were read: --max-rows)'}",
        f"- Exact duplicate rows: {'at least ' if rows['exact_duplicates_at_least'] else ''}{rows['exact_duplicates']:,}",
    ]
    odd = [f"{rows[key]:,} {label}" for key, label in _ODD_ROWS if rows[key]]
    if odd:
        lines.append(f"- Odd rows: {', '.join(odd)}")
    lines.append("- Row numbers are those of a spreadsheet: the first line of the file is row 1. A figure with ~ is an estimate.")
    return "\n".join(lines)


_ODD_ROWS = [("empty", "empty"), ("blank_lines", "blank lines"), ("short", "too short"), ("long", "too long"), ("unreadable", "unreadable")]


def _warnings(warnings):
    if not warnings:
        return "## Warnings\n\nNone."
    lines = [f"## Warnings ({len(warnings)})", ""]
    for number, item in enumerate(warnings, 1):
        where = f" in `{_code(item['column'])}`" if item["column"] is not None else ""
        lines.append(f"{number}. **{item['code']}**{where}: {_text(item['message'], 400)} {_places(item)}".rstrip())
        lines.append(f"   Do: {_text(item['action'], 400)}")
    return "\n".join(lines)


def _places(item):
    if item["examples"]:
        shown = ", ".join(f"row {example['row']} `{_code(example['value'])}`" for example in item["examples"])
        return f"For example {shown}."
    if item["rows"]:
        return f"See row{'s' if len(item['rows']) > 1 else ''} {', '.join(map(str, item['rows']))}."
    return ""


def _overview(columns):
    if not columns:
        return ""
    lines = ["## Columns", "", "| # | column | type | missing | distinct | values |", "|---|---|---|---|---|---|"]
    for column in columns:
        missing = column["missing"]
        share = f"{missing['count']:,} ({missing['share']:.1%})" if missing["count"] else "0"
        lines.append(
            f"| {column['position']} | {_text(column['name'])} | {column['type']} | {share} "
            f"| {_about(column['distinct']['estimated'])}{column['distinct']['count']:,} | {_span(column)} |"
        )
    return "\n".join(lines)


def _span(column):
    if column["numbers"]:
        return f"{_number(column['numbers']['minimum'])} to {_number(column['numbers']['maximum'])}"
    if column["dates"]:
        return f"{column['dates']['earliest']} to {column['dates']['latest']}"
    return ", ".join(_text(item["value"], 24) for item in column["top"][:3])


def _details(column):
    lines = [f"### {_text(column['name'])} ({column['type']})", ""]
    if column["missing"]["count"]:
        spellings = ", ".join(f"{_quoted(spelling)} {count:,}" for spelling, count in column["missing"]["spellings"].items())
        lines.append(f"- Missing: {column['missing']['count']:,} ({column['missing']['share']:.1%}), written {spellings}")
    if column["numbers"]:
        lines += _number_lines(column["numbers"])
    if column["dates"]:
        lines += _date_lines(column["dates"])
    if column["text"]:
        text = column["text"]
        lines.append(f"- Length: {text['shortest']:,} to {text['longest']:,} characters, {_number(text['mean_length'])} on average")
    frequent = [item for item in column["top"] if item["count"] > 1]
    if frequent:
        lower = "; counts are lower bounds" if column["top_estimated"] else ""
        lines.append("- Most frequent: " + ", ".join(f"{_quoted(item['value'])} {item['count']:,}" for item in frequent) + lower)
    lines.append("- Examples: " + ", ".join(_quoted(example) for example in column["examples"]))
    return "\n".join(lines)


def _number_lines(numbers):
    about = _about(numbers["quartiles_estimated"])
    deviation = "–" if numbers["standard_deviation"] is None else _number(numbers["standard_deviation"])
    lines = [
        f"- Minimum {_number(numbers['minimum'])}, maximum {_number(numbers['maximum'])}, mean {_number(numbers['mean'])}, standard deviation {deviation}",
        f"- Median {about}{_number(numbers['median'])}, middle half {about}{_number(numbers['first_quartile'])} to {about}{_number(numbers['third_quartile'])}",
    ]
    if numbers["zeros"] or numbers["negatives"]:
        lines.append(f"- Zeros {numbers['zeros']:,}, negatives {numbers['negatives']:,}")
    if numbers["decimal_mark"] == ",":
        lines.append("- Decimal mark: comma")
    return lines


_ORDERS = {"day_first": "day first", "month_first": "month first", "unknown": "unknown, read with the day first", "conflict": "rows disagree, read with the day first"}


def _date_lines(dates):
    lines = [f"- Earliest {dates['earliest']}, latest {dates['latest']}"]
    if dates["order"]:
        lines.append(f"- Order of day and month: {_ORDERS[dates['order']]}")
    return lines


# ---------------------------------------------------------------- text that cannot break the page


def _text(text, limit=WIDEST_CELL):
    """One line without anything that Markdown or a terminal would act on."""
    line = _one_line(text, limit)
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", line)


def _code(text):
    """One line for inside a pair of backticks."""
    return _one_line(text, WIDEST_CELL).replace("`", "'").replace("|", "¦") or " "


def _quoted(text):
    return f"`{_code(text)}`" if text.strip() else "(empty)"


def _one_line(text, limit):
    line = re.sub(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+", " ", text)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _about(estimated):
    return "~" if estimated else ""


def _number(number):
    return f"{number:,}" if isinstance(number, int) else f"{number:g}" if not 1000 <= abs(number) < 1e15 else f"{number:,.2f}".rstrip("0").rstrip(".")


def _size(count):
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}" if unit != "bytes" else f"{count} bytes"
        count /= 1000
    return f"{count:.3g} GB"
