#!/usr/bin/env python3
"""Current weather and forecast of a place from Open-Meteo, or from a small sample. Needs Python 3.8 or later alone."""
import argparse
import json
import os
import re
import socket
import sys
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
from datetime import date

GEOCODING = "https://geocoding-api.open-meteo.com"
FORECAST = "https://api.open-meteo.com"
SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "assets", "sample.json")
TIMEOUT_SECONDS = 10
MAX_ANSWER_BYTES = 2_000_000
MAX_DAYS = 16  # as many as Open-Meteo forecasts
SAMPLE_NOTE = "SAMPLE DATA, not the real weather: made up to try this skill out without a network. Never report it as a forecast."
LIVE_NOTE = "Weather data by Open-Meteo.com (CC BY 4.0)."

CURRENT = "temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m,wind_direction_10m,wind_gusts_10m"
DAILY = "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,wind_speed_10m_max,sunrise,sunset"
IMPERIAL = {"temperature_unit": "fahrenheit", "wind_speed_unit": "mph", "precipitation_unit": "inch"}

WEATHER_CODES = {
    0: "clear", 1: "mainly clear", 2: "partly cloudy", 3: "overcast", 45: "fog", 48: "freezing fog",
    51: "light drizzle", 53: "drizzle", 55: "heavy drizzle", 56: "light freezing drizzle", 57: "heavy freezing drizzle",
    61: "light rain", 63: "rain", 65: "heavy rain", 66: "light freezing rain", 67: "heavy freezing rain",
    71: "light snow", 73: "snow", 75: "heavy snow", 77: "snow grains",
    80: "light rain showers", 81: "rain showers", 82: "violent rain showers", 85: "light snow showers", 86: "heavy snow showers",
    95: "thunderstorm", 96: "thunderstorm with light hail", 99: "thunderstorm with heavy hail",
}  # fmt: skip

US_STATES = dict(pair.split(":") for pair in (
    "AL:Alabama,AK:Alaska,AZ:Arizona,AR:Arkansas,CA:California,CO:Colorado,CT:Connecticut,DE:Delaware,FL:Florida,GA:Georgia,HI:Hawaii,"
    "ID:Idaho,IL:Illinois,IN:Indiana,IA:Iowa,KS:Kansas,KY:Kentucky,LA:Louisiana,ME:Maine,MD:Maryland,MA:Massachusetts,MI:Michigan,"
    "MN:Minnesota,MS:Mississippi,MO:Missouri,MT:Montana,NE:Nebraska,NV:Nevada,NH:New Hampshire,NJ:New Jersey,NM:New Mexico,NY:New York,"
    "NC:North Carolina,ND:North Dakota,OH:Ohio,OK:Oklahoma,OR:Oregon,PA:Pennsylvania,RI:Rhode Island,SC:South Carolina,SD:South Dakota,"
    "TN:Tennessee,TX:Texas,UT:Utah,VT:Vermont,VA:Virginia,WA:Washington,WV:West Virginia,WI:Wisconsin,WY:Wyoming"
).split(","))  # fmt: skip


class Problem(Exception):
    """Why there is no weather, and what to do. Ends the program with status 1."""


# ---------------------------------------------------------------- the command line


def arguments(argv):
    parser = argparse.ArgumentParser(prog="weather.py", description="Weather of a place.", epilog="Status: 0 done, 1 no weather (the message says why), 2 wrong arguments.")
    parser.add_argument("place", nargs="*", metavar="PLACE", help='a city or town, better with its region or country ("Paris, Texas"), a postal code, or LATITUDE,LONGITUDE')
    parser.add_argument("--city", "--place", dest="city", help="the same as PLACE")
    parser.add_argument("--days", type=days, default=3, help=f"days of forecast, 0 to {MAX_DAYS}; 1 is today alone (default: 3)")
    parser.add_argument("--units", choices=["metric", "imperial"], default="metric", help="default: metric")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="default: text")
    parser.add_argument("--offline", action="store_true", help="use the bundled sample instead of the network; so does WEATHER_OFFLINE=1 in the environment")
    parser.add_argument("--endpoint", type=address, help="another server that answers /v1/search and /v1/forecast")
    options = parser.parse_args([with_hyphens(argument) for argument in argv])
    words = ([options.city] if options.city else []) + options.place
    options.place = " ".join(" ".join(words).split())
    if not options.place:
        parser.error("a place is missing: give a city")
    options.offline = options.offline or os.environ.get("WEATHER_OFFLINE", "") not in ("", "0")
    return options


def days(text):
    if not (text.isascii() and text.isdigit() and int(text) <= MAX_DAYS):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 to {MAX_DAYS}")
    return int(text)


def address(text):
    if not re.match(r"https?://[^/]", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no http or https address")
    return text.rstrip("/")


def with_hyphens(argument):
    """Models like to write --some_option. And a latitude south of the equator is a place: argparse takes it for one after a space."""
    name, equals, value = argument.partition("=")
    return f" {argument}" if re.match(r"-\d", argument) else name.replace("_", "-") + equals + value if name.startswith("--") else argument


# ---------------------------------------------------------------- where to ask


def fetch(url, parameters):
    """The JSON object that the server answers."""
    request = urllib.request.Request(f"{url}?{urllib.parse.urlencode(parameters)}", headers={"User-Agent": "skillplug-weather-lookup/1.0"})
    host = urllib.parse.urlsplit(url).hostname
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            answer = response.read(MAX_ANSWER_BYTES + 1)
    except urllib.error.HTTPError as error:
        raise Problem(refusal(host, error)) from error
    except (socket.timeout, TimeoutError) as error:
        raise Problem(timeout(host)) from error
    except urllib.error.URLError as error:
        slow = isinstance(error.reason, (socket.timeout, TimeoutError))
        raise Problem(timeout(host) if slow else f"{host} cannot be reached ({clean(error.reason)}). Check the network or the proxy; --offline shows sample data.") from error
    except (OSError, ValueError) as error:  # a connection that broke, an answer that is not HTTP
        raise Problem(f"The connection to {host} failed ({clean(error)}). Try once more.") from error
    try:
        data = json.loads(answer) if len(answer) <= MAX_ANSWER_BYTES else None
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise Problem(f"{host} did not answer with JSON of the expected size; a proxy or a login page may have answered.")
    return data


def timeout(host):
    return f"{host} did not answer within {TIMEOUT_SECONDS} seconds. Try once more; --offline shows sample data."


def refusal(host, error):
    if error.code == 429:
        return f"{host} refused the request: too many requests (status 429). Wait a minute, then ask once."
    try:
        reason = json.loads(error.read(MAX_ANSWER_BYTES))["reason"]
    except (OSError, ValueError, KeyError, TypeError):
        reason = "no reason given"
    return f"{host} refused the request with status {error.code}: {clean(reason)}."


class Live:
    """Asks Open-Meteo."""

    source, note = "open-meteo", LIVE_NOTE

    def __init__(self, endpoint):
        self.geocoding, self.weather = endpoint or GEOCODING, endpoint or FORECAST

    def search(self, name):
        return fetch(f"{self.geocoding}/v1/search", {"name": name, "count": 100, "language": "en", "format": "json"}).get("results") or []

    def forecast(self, place, options):
        parameters = {"latitude": place["latitude"], "longitude": place["longitude"], "current": CURRENT, "timezone": "auto"}
        if options.days > 0:
            parameters.update({"daily": DAILY, "forecast_days": options.days})
        return fetch(f"{self.weather}/v1/forecast", {**parameters, **(IMPERIAL if options.units == "imperial" else {})})


class Sample:
    """Answers in the same shape from assets/sample.json."""

    source, note = "sample", SAMPLE_NOTE

    def __init__(self):
        with open(SAMPLE, encoding="utf-8") as file:
            self.data = json.load(file)

    def search(self, name):
        return [place for place in self.data["results"] if fold(name) in map(fold, [place["name"], *place["other_names"]])]

    def forecast(self, place, options):
        answer = self.data["forecasts"].get(str(place.get("id")))
        if answer is None:
            raise Problem(f"The sample holds no weather for coordinates, only for {self.names()}. Leave --offline out.")
        return to_imperial(answer) if options.units == "imperial" else answer

    def names(self):
        return ", ".join(dict.fromkeys(place["name"] for place in self.data["results"]))


CONVERSIONS = {"°C": ("°F", lambda value: value * 1.8 + 32, 1), "km/h": ("mp/h", lambda value: value / 1.609344, 1), "mm": ("inch", lambda value: value / 25.4, 3)}


def to_imperial(answer):
    """What Open-Meteo would have answered in imperial units."""
    result = dict(answer)
    for part in ("current", "daily"):
        values, units = dict(answer[part]), dict(answer[f"{part}_units"])
        for name, unit in units.items():
            if unit in CONVERSIONS:
                units[name], convert, digits = CONVERSIONS[unit]
                values[name] = [round(convert(value), digits) for value in values[name]] if part == "daily" else round(convert(values[name]), digits)
        result[part], result[f"{part}_units"] = values, units
    return result


# ---------------------------------------------------------------- the place


def find_place(text, weather):
    """(the place, others that the name may have meant)"""
    coordinates = re.fullmatch(r"(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)", text)
    if coordinates:
        latitude, longitude = map(float, coordinates.groups())
        if abs(latitude) > 90 or abs(longitude) > 180:
            raise Problem(f"{text} is no place on earth: the latitude goes from -90 to 90, the longitude from -180 to 180.")
        return {"name": f"{latitude:g}, {longitude:g}", "latitude": latitude, "longitude": longitude}, []
    name, *qualifiers = [part.strip() for part in re.split("[,，]", text) if part.strip()] or [text]
    found = [place for place in weather.search(name) if isinstance(place, dict) and all(isinstance(place.get(key), (int, float)) for key in ("latitude", "longitude"))]
    if not found:
        known = f" The sample knows only {weather.names()}; leave --offline out for all others." if weather.source == "sample" else ""
        raise Problem(f"No place is called {clean(name)!r}.{known} Check the spelling, try the English or the local name, a larger town nearby, or LATITUDE,LONGITUDE.")
    fitting = [place for place in found if all(matches(place, qualifier) for qualifier in qualifiers)]
    if not fitting:
        raise Problem(f"No {clean(name)} is in {clean(', '.join(qualifiers))}. There are: {'; '.join(map(label, found[:8]))}. Name one of these regions or countries.")
    return fitting[0], fitting[1:6]


def matches(place, qualifier):
    """Whether the place lies in that region or country."""
    names = {fold(place.get(key, "")) for key in ("admin1", "admin2", "admin3", "country", "country_code")}
    if place.get("country_code") == "US":
        names |= {"usa", "u.s.", "u.s.a.", *(code.lower() for code, state in US_STATES.items() if fold(state) == fold(place.get("admin1", "")))}
    if place.get("country_code") == "GB":
        names |= {"uk", "great britain"}
    return fold(qualifier) in names - {""}


def fold(text):
    """Without case and accents, for comparing names."""
    plain = unicodedata.normalize("NFKD", str(text)).casefold()
    return "".join(mark for mark in plain if not unicodedata.combining(mark)).strip()


def label(place):
    parts = [place.get(key) for key in ("name", "admin1", "country")]
    return clean(", ".join(str(part) for part in dict.fromkeys(parts) if part))


# ---------------------------------------------------------------- the answer


def summary(weather, place, others, answer, options):
    """The whole answer as data; every figure may be None."""
    current, daily = part_of(answer, "current"), part_of(answer, "daily")
    columns = {name: values for name, values in daily.items() if isinstance(values, list)}
    count = min(options.days, len(columns.get("time", [])))
    rows = [{name: values[index] if index < len(values) else None for name, values in columns.items()} for index in range(count)]
    return {
        "note": weather.note,
        "source": weather.source,
        "place": {"label": label(place), "latitude": place["latitude"], "longitude": place["longitude"], "timezone": answer.get("timezone")},
        "other_places": [label(other) for other in others],
        "units": {name: unit for name, unit in {**part_of(answer, "daily_units"), **part_of(answer, "current_units")}.items() if unit},
        "current": {"weather": words_for(current.get("weather_code")), **current},
        "days": [{"weather": words_for(row.get("weather_code")), **row} for row in rows],
    }


def part_of(answer, name):
    return answer[name] if isinstance(answer.get(name), dict) else {}


def words_for(code):
    known = isinstance(code, (int, float)) and code in WEATHER_CODES
    return WEATHER_CODES[code] if known else "unknown weather"


def render(data):
    place, units = data["place"], data["units"]

    def figure(row, name):
        unit = {"mp/h": "mph"}.get(units.get(name), units.get(name, ""))
        value = row.get(name)
        return f"{clean(value)} {clean(unit)}".strip()

    now = data["current"]
    lines = [data["note"]] if data["source"] == "sample" else []
    lines.append(f"{place['label']} ({place['latitude']}, {place['longitude']})")
    lines.append(
        f"Now ({moment(now.get('time'))}, {clean(place['timezone'])}): {now['weather']}, {figure(now, 'temperature_2m')}, feels like {figure(now, 'apparent_temperature')}, "
        f"humidity {figure(now, 'relative_humidity_2m')}, precipitation {figure(now, 'precipitation')}, "
        f"wind {figure(now, 'wind_speed_10m')} from {direction(now.get('wind_direction_10m'))}, gusts {figure(now, 'wind_gusts_10m')}"
    )
    for day in data["days"]:
        lines.append(
            f"{weekday(day.get('time'))}: {day['weather']}, {clean(day.get('temperature_2m_min'))} to {figure(day, 'temperature_2m_max')}, "
            f"precipitation {figure(day, 'precipitation_sum')} (chance {figure(day, 'precipitation_probability_max')}), "
            f"wind up to {figure(day, 'wind_speed_10m_max')}, sun {clock(day.get('sunrise'))} to {clock(day.get('sunset'))}"
        )
    if data["other_places"]:
        lines.append(f"Also called so: {'; '.join(data['other_places'])}. If one of them was meant, ask again with its region.")
    if data["source"] != "sample":
        lines.append(data["note"])
    return "\n".join(lines)


def direction(degrees):
    if not isinstance(degrees, (int, float)):
        return "?"
    return ("N", "NE", "E", "SE", "S", "SW", "W", "NW")[round(degrees / 45) % 8]


def weekday(text):
    try:
        return date.fromisoformat(str(text)).strftime("%a %Y-%m-%d")
    except ValueError:
        return clean(text)


def moment(text):
    return clean(text).replace("T", " ")


def clock(text):
    return clean(text).rpartition("T")[2]


def clean(text):
    """One line without control characters, whatever a server sent; ? for a value that is missing."""
    if text is None:
        return "?"
    return " ".join("".join(mark if unicodedata.category(mark)[0] != "C" else " " for mark in str(text)).split())[:300]


def main(argv):
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.stderr.reconfigure(encoding="utf-8", errors="replace")
    options = arguments(argv)
    try:
        weather = Sample() if options.offline else Live(options.endpoint)
        place, others = find_place(options.place, weather)
        data = summary(weather, place, others, weather.forecast(place, options), options)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    print(render(data) if options.format == "text" else json.dumps(data, ensure_ascii=False, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
