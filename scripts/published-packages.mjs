import { readdirSync, readFileSync } from "node:fs";

export const manifestOf = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));

/** The folder names of the packages that npm gets. */
export const publishedPackages = readdirSync("packages").filter((name) => !manifestOf(`packages/${name}`).private);
