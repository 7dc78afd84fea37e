#!/usr/bin/env python3
"""Profiles a CSV file: its columns, their types and figures, and what is wrong with it. Needs Python 3.8 or later alone."""
import argparse
import json
import os
import sys

sys.dont_write_bytecode = True  # a skill's folder may be read-only, and stays as it was
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from csv_profiler.markdown import render  # noqa: E402
from csv_profiler.profiler import profile  # noqa: E402
from csv_profiler.source import FileProblem, check_encoding  # noqa: E402

NAMED_DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "pipe": "|", "space": " "}


def delimiter(text):
    if text == "auto":
        return text
    mark = NAMED_DELIMITERS.get(text.lower(), text)
    if len(mark) != 1 or mark in '"\r\n\0':
        raise argparse.ArgumentTypeError(f"{text!r} is no delimiter: use auto, comma, semicolon, tab, pipe, space or one other character")
    return mark


def encoding(text):
    name = text if text == "auto" else check_encoding(text)
    if name is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no encoding that Python knows: use auto, utf-8, utf-16, cp1252, gb18030 or the like")
    return name


def whole_number(least):
    def parse(text):
        if not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least {least}")
        return int(text)

    return parse


def arguments(argv):
    parser = argparse.ArgumentParser(prog="profile.py", description="Profile a CSV file.", epilog="Status: 0 done, 1 the file cannot be profiled, 2 wrong arguments.")
    parser.add_argument("file", metavar="FILE", nargs="?", help="the CSV file; better an absolute path, a relative one starts at the current directory")
    parser.add_argument("--file", dest="file_option", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--delimiter", type=delimiter, default="auto", help="auto, comma, semicolon, tab, pipe, space or one character (default: auto)")
    parser.add_argument("--encoding", type=encoding, default="auto", help="auto, utf-8, utf-16, cp1252, gb18030, … (default: auto)")
    parser.add_argument("--format", choices=["markdown", "json"], default="markdown", help="default: markdown")
    parser.add_argument("--max-rows", type=whole_number(1), metavar="N", help="stop after N data rows (default: read all)")
    parser.add_argument("--top", type=whole_number(0), default=5, metavar="N", help="most frequent values to show of each column (default: 5)")
    parser.add_argument("--decimal", choices=["auto", ",", "."], default="auto", help="the decimal mark (default: auto, found for each column)")
    parser.add_argument("--skip-rows", type=whole_number(0), default=0, metavar="N", help="rows above the header to pass over (default: 0)")
    parser.add_argument("--no-header", action="store_true", help="the first row is data; columns are called column_1 and so on")
    options = parser.parse_args([_with_hyphens(argument) for argument in argv])
    if (options.file is None) == (options.file_option is None):
        parser.error("give one FILE")
    options.file = options.file if options.file is not None else options.file_option
    return options


def _with_hyphens(argument):
    """Models like to write --max_rows."""
    name, equals, value = argument.partition("=")
    return name.replace("_", "-") + equals + value if name.startswith("--") else argument


def main(argv):
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.stderr.reconfigure(encoding="utf-8", errors="replace")
    options = arguments(argv)
    try:
        result = profile(options)
    except FileProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{options.file} cannot be read: {error.strerror or error}.", file=sys.stderr)
        return 1
    text = json.dumps(result, ensure_ascii=False, indent=2, allow_nan=False) + "\n" if options.format == "json" else render(result)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
