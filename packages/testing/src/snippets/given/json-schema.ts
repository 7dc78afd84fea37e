/** What the loopback servers play, by any name. */
export const model = "scripted";
export const prompt = "What is in orders.csv, and how is the weather in Oslo?";
