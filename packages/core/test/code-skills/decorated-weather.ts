// Compiled by the test, with two compilers: what vitest makes of TypeScript leaves standard decorators as they are.
import { resource, script, skill, type ToolCallOptions, toSkill } from "@skillplug/core";
import { z } from "zod";

const City = z.object({ city: z.string().min(2), days: z.number().default(3) });

@skill({
  name: "weather",
  description: "Forecasts the weather of a city.",
  content: "# Weather\n\nRun forecast.\n",
  license: "MIT",
  metadata: { version: "1.10" },
})
export class Weather {
  readonly #sky: string;

  constructor(sky: string) {
    this.#sky = sky;
  }

  @resource({ name: "references/cities.md", description: "The cities." })
  cities(): string {
    return "Oslo, Paris";
  }

  @script({ description: "The days to come.", input: City })
  async forecast({ city, days }: z.output<typeof City>, { context, onOutput }: ToolCallOptions) {
    onOutput?.(`asking for ${city}\n`);
    return { city, days, sky: this.#sky, context };
  }

  @script()
  // biome-ignore lint/correctness/noUnusedPrivateClassMembers: the decorator calls it
  #secret(): string {
    return this.#sky;
  }
}

export class NorthernWeather extends Weather {
  override async forecast({ city }: z.output<typeof City>) {
    return { city, days: 0, sky: "snow", context: undefined };
  }
}

export const weatherOf = (sky: string) => toSkill(new Weather(sky));

class WrongInput {
  // @ts-expect-error: the schema gives a text, not a number
  @script({ input: City })
  run(input: { city: number }): number {
    return input.city;
  }
}

export const undecorated = (): unknown => toSkill(new WrongInput());
