import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { loadSkills, localExecutor, type ScriptArguments } from "@skillplug/core";
import { hasProgram } from "@skillplug/testing/has-program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../skills/", import.meta.url));
const skills = await loadSkills(root, { logger: false });
const weather = (args: ScriptArguments) => skills.runSkillScript("weather-lookup", "weather", args);
/** What the script's failure says; nothing when it did not fail. */
const problemOf = (args: ScriptArguments) =>
  weather(args).then(
    () => "",
    ({ message }: Error) => message,
  );

describe.skipIf(!hasProgram("python3"))("offline", () => {
  test("--offline and WEATHER_OFFLINE give the same sample, marked on the first line", async () => {
    const executor = localExecutor({ env: { WEATHER_OFFLINE: "1" } });
    const marked = await loadSkills(root, { executor, logger: false });
    const output = await weather({ city: "London", offline: true, days: 2 });
    expect(output.split("\n")[0]).toMatch(/^SAMPLE DATA/);
    expect(output).toContain("Tue 2026-03-03: light rain, 6.8 to 10.6 °C, precipitation 3.6 mm (chance 80 %)");
    expect(output).not.toContain("2026-03-04");
    expect(await marked.runSkillScript("weather-lookup", "weather", ["London", "--days", "2"])).toBe(output);
  });

  test.each([
    ["Berlin", "Berlin, State of Berlin, Germany"],
    ["Berlin, US", "Berlin, New Hampshire, United States"],
    ["berlin, nh", "Berlin, New Hampshire, United States"],
    ["San Francisco, CA", "San Francisco, California, United States"],
    ["北京", "Beijing, China"],
    ["london，uk", "London, England, United Kingdom"],
  ])("%s is %s", async (city, label) => {
    expect(await weather(["--offline", city])).toContain(`\n${label} (`);
  });

  test("imperial units are computed, JSON says what it is", async () => {
    const data: unknown = JSON.parse(
      await weather(["San Francisco", "--offline", "--units", "imperial", "--format", "json"]),
    );
    expect(data).toMatchObject({
      source: "sample",
      note: expect.stringContaining("SAMPLE DATA"),
      units: { temperature_2m: "°F", wind_speed_10m: "mp/h", precipitation_sum: "inch" },
      current: { weather: "fog", temperature_2m: 56.5 },
      days: [{ time: "2026-03-02" }, { time: "2026-03-03" }, { time: "2026-03-04" }],
    });
  });

  test.each([
    ["Atlantis", "Atlantis", "No place is called 'Atlantis'. The sample knows only"],
    ["Berlin, France", "Berlin, France", "No Berlin is in France. There are: Berlin, State of Berlin, Germany"],
    ["95.5,3", "95.5,3", "is no place on earth"],
    ["-33.87,151.21", "-33.87,151.21", "no weather for coordinates"],
    ["a name of 100,000 letters", "x".repeat(100_000), "No place is called"],
    ["a comma", ",", "No place is called"],
  ])("%s has no weather, and says why", async (_, place, message) => {
    const problem = await problemOf(["--offline", place]);
    expect(problem).toContain("exited with code 1\n");
    expect(problem).toContain(message);
  });

  test.each([
    [[], "a place is missing"],
    [["Berlin", "--days", "17"], "no whole number from 0 to 16"],
    [["Berlin", "--days", "-1"], "no whole number from 0 to 16"],
    [["Berlin", "--units", "kelvin"], "invalid choice"],
    [["Berlin", "--endpoint", "file:///etc/passwd"], "no http or https address"],
  ])("%j is a wrong argument", async (args, message) => {
    const problem = await problemOf(["--offline", ...args]);
    expect(problem).toContain("exited with code 2\n");
    expect(problem).toContain(message);
  });
});

describe.skipIf(!hasProgram("python3"))("asking a server", () => {
  let server: Server;
  let base = "";
  const asked: URL[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      asked.push(url);
      const mode = url.pathname.split("/")[1];
      if (mode === "busy") response.writeHead(429).end("slow down");
      else if (mode === "refused")
        response.writeHead(400).end('{"error":true,"reason":"Latitude is\\u001b[31m wrong"}');
      else if (mode === "portal") response.end("<html>Please log in</html>");
      else if (mode === "list") response.end("[]");
      else if (mode === "broken") response.socket?.destroy();
      else if (url.pathname.endsWith("/search")) response.end(JSON.stringify(SEARCH[mode ?? ""] ?? SEARCH["good"]));
      else response.end(JSON.stringify(mode === "sparse" ? {} : FORECAST));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  });
  afterAll(() => server.close());

  test("sends Open-Meteo's own parameters and prints the answer as safe text", async () => {
    const output = await weather(["Paris, Texas", "--days", "1", "--units", "imperial", "--endpoint", `${base}/good`]);
    const [search, forecast] = asked.slice(-2);
    expect(Object.fromEntries(search?.searchParams ?? [])).toMatchObject({ name: "Paris", count: "100" });
    expect(search?.pathname).toBe("/good/v1/search");
    expect(Object.fromEntries(forecast?.searchParams ?? [])).toMatchObject({
      latitude: "33.66",
      longitude: "-95.55",
      forecast_days: "1",
      timezone: "auto",
      temperature_unit: "fahrenheit",
      wind_speed_unit: "mph",
      precipitation_unit: "inch",
      current: expect.stringContaining("temperature_2m"),
      daily: expect.stringContaining("temperature_2m_max"),
    });
    expect(output).toBe(
      "Paris, Texas, United States (33.66, -95.55)\n" +
        "Now (2026-03-02 12:00, America/Chicago): clear, 71.5 °F, feels like ?, humidity ?, precipitation ?, wind 8 mph from SW, gusts ?\n" +
        "Mon 2026-03-02: rain, 50 to 75.2 °F, precipitation ? (chance 40 %), wind up to ?, sun 06:50 to ?\n" +
        "Weather data by Open-Meteo.com (CC BY 4.0).",
    );
  });

  test("the first of several places is taken, the others are named", async () => {
    const output = await weather(["Paris", "--endpoint", `${base}/good`]);
    expect(output).toContain("Paris, Île-de-France, France (48.85, 2.35)");
    expect(output).toContain("Also called so: Paris, Texas, United States.");
  });

  test("coordinates are asked for without a search; an answer without figures is all question marks", async () => {
    const before = asked.length;
    const output = await weather(["-33.87, 151.21", "--days", "0", "--endpoint", `${base}/sparse`]);
    expect(asked.length).toBe(before + 1);
    expect(asked.at(-1)?.searchParams.has("daily")).toBe(false);
    expect(output).toContain("unknown weather, ?, feels like ?");
  });

  test.each([
    ["busy", "too many requests (status 429)"],
    ["refused", "refused the request with status 400: Latitude is [31m wrong."],
    ["portal", "did not answer with JSON"],
    ["list", "did not answer with JSON"],
    ["broken", "Try once more"],
    ["nowhere", "No place is called 'Paris'"],
    ["nonsense", "No place is called 'Paris'"],
  ])("%s: a clear error", async (mode, message) => {
    await expect(weather(["Paris", "--endpoint", `${base}/${mode}`])).rejects.toThrow(message);
  });

  test("no network: says which host cannot be reached, and never answers with the sample", async () => {
    const result = weather(["Paris", "--endpoint", "http://127.0.0.1:9"]);
    await expect(result).rejects.toThrow(/127\.0\.0\.1 cannot be reached .*--offline shows sample data/);
  });
});

const PARIS = {
  name: "Paris",
  latitude: 48.85,
  longitude: 2.35,
  country_code: "FR",
  country: "France",
  admin1: "Île-de-France",
};
const TEXAS = {
  name: "Paris",
  latitude: 33.66,
  longitude: -95.55,
  country_code: "US",
  country: "United\u001b[2J States",
  admin1: "Texas",
};
const SEARCH: Record<string, unknown> = {
  good: { results: [PARIS, { ...TEXAS, country: "United States" }] },
  nowhere: { generationtime_ms: 0.5 },
  nonsense: { results: ["Paris", { name: "Paris" }, { ...TEXAS, latitude: "33" }] },
};
const FORECAST = {
  timezone: "America/Chicago",
  current_units: { temperature_2m: "°F", wind_speed_10m: "mp/h" },
  current: {
    time: "2026-03-02T12:00",
    temperature_2m: 71.5,
    weather_code: 0,
    wind_speed_10m: 8,
    wind_direction_10m: 225,
  },
  daily_units: { temperature_2m_max: "°F", precipitation_probability_max: "%" },
  daily: {
    time: ["2026-03-02", "2026-03-03"],
    weather_code: [63, 0],
    temperature_2m_max: [75.2, 70],
    temperature_2m_min: [50, 51],
    precipitation_sum: [null, 0],
    precipitation_probability_max: [40, 0],
    sunrise: ["2026-03-02T06:50", "2026-03-03T06:49"],
  },
};
