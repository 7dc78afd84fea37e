import { spawnSync } from "node:child_process";
import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const executor = JSON.stringify(new URL("../../../dist/node/processes/local-executor.js", import.meta.url).href);

/** A program that was started with these descriptors open on a file, and what its script says of its own. */
async function descriptorsOfScript(opened: readonly number[], limit?: number) {
  const folder = await folderWith({
    secret: "secret",
    "run.sh": "cd /proc/$$/fd; for each in *; do echo $each $(readlink $each); done",
    "host.mjs": `
      const { localExecutor } = await import(${executor});
      const request = { skillName: "x", scriptName: "run.sh", directory: process.argv[2] };
      const first = await localExecutor().execute(request, {});
      const second = await localExecutor().execute(request, {});
      const told = ({ stdout, interrupted }) => interrupted?.message ?? stdout;
      console.log(JSON.stringify([told(first), told(second)]));`,
  });
  const redirections = opened.map((descriptor) => `${descriptor}<secret`).join(" ");
  // Without those that the tests themselves were started with.
  const close = 'for each in $(ls /proc/$$/fd); do [ $each -gt 2 ] && eval "exec $each<&-"; done';
  const limited = limit === undefined ? "" : `ulimit -n ${limit} && `;
  const command = `${close}; cd "$1" && exec ${redirections} && ${limited}exec "$2" host.mjs "$1"`;
  const shell = spawnSync("bash", ["-c", command, "bash", folder, process.execPath], { encoding: "utf8" });
  return { outputs: JSON.parse(shell.stdout) as string[], folder };
}

test.skipIf(process.platform !== "linux" || !hasProgram("bash"))(
  "a descriptor that this program inherited does not reach a script: /dev/null stands in its place (needs Linux and bash)",
  async () => {
    for (const opened of [[9, 12, 200], [3], [17, 900], []]) {
      const { outputs, folder } = await descriptorsOfScript(opened);
      for (const output of outputs) {
        expect(output).toMatch(/^0 \/dev\/null$/m);
        expect(output).not.toContain(`${folder}/secret`);
      }
    }
    // Node closes the low ones by itself, and this one is ours.
    expect((await descriptorsOfScript([9, 12, 200])).outputs[0]).toMatch(/^200 \/dev\/null$/m);
  },
);

test.skipIf(process.platform !== "linux" || !hasProgram("bash"))(
  "where the limit of open files lets nothing take its place, no script runs, and it is said why (needs Linux and bash)",
  async () => {
    for (const output of (await descriptorsOfScript([30, 497], 500)).outputs)
      expect(output).toMatch(/^497 \/dev\/null$/m);
    for (const highest of [498, 900]) {
      for (const output of (await descriptorsOfScript([30, highest], 500)).outputs) {
        expect(output).toBe(
          `Failed to execute script: the file descriptor ${highest}, which this process inherited, cannot be kept from a script at a limit of 500 open files. Start the program without it (${highest}<&- in bash) or with a higher limit (ulimit -n)`,
        );
      }
    }
  },
);
