// Removes built files whose source is gone: `tsc -b` leaves them, and they would be tested and packed.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const workspaces = ["packages", "examples"].flatMap((group) => readdirSync(group).map((name) => join(group, name)));
for (const folder of workspaces) {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) continue;
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const source = file.replace(/(?:\.d\.ts|\.js|\.js\.map)$/, ".ts");
    if (source !== file && !existsSync(join(folder, "src", source))) rmSync(join(dist, file));
  }
}
