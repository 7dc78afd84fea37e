import { defineSkill, SkillBuilder, type SkillInput } from "@skillplug/core";
import { z } from "zod";

const City = z.object({ city: z.string().min(2), days: z.number().default(3) });
const description = "Forecasts the weather of a city.";
const content = "# Weather\n\nRun forecast.\n";

/** The skill of decorated-weather.ts, by `defineSkill`. */
export const weatherByDefinition = (sky: string): SkillInput =>
  defineSkill({
    name: "weather",
    description,
    content,
    license: "MIT",
    metadata: { version: "1.10" },
    resources: { "references/cities.md": { description: "The cities.", read: () => "Oslo, Paris" } },
    scripts: [
      {
        name: "forecast",
        description: "The days to come.",
        input: City,
        async run({ city, days }, { context, onOutput }) {
          onOutput?.(`asking for ${city}\n`);
          return { city, days, sky, context };
        },
      },
      { name: "#secret", run: () => sky },
    ],
  });

/** The same by a builder. */
export const weatherByBuilder = (sky: string): SkillInput =>
  new SkillBuilder("weather")
    .description(description)
    .content(content)
    .license("MIT")
    .metadata({ version: "1.10" })
    .resource({ name: "references/cities.md", description: "The cities.", read: () => "Oslo, Paris" })
    .script({
      name: "forecast",
      description: "The days to come.",
      input: City,
      async run({ city, days }, { context, onOutput }) {
        onOutput?.(`asking for ${city}\n`);
        return { city, days, sky, context };
      },
    })
    .script({ name: "#secret", run: () => sky })
    .build();
