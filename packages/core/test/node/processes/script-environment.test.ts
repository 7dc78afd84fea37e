import { delimiter, isAbsolute } from "node:path";
import { expect, test } from "vitest";
import { runShell } from "./scripts.js";

/** Its relative parts reach no script. */
const PATH = process.env["PATH"]?.split(delimiter).filter(isAbsolute).join(delimiter);

/** The variables that a script sees, but for those that a shell sets by itself, and the one that is another in each run. */
async function variables(options: Parameters<typeof runShell>[1]): Promise<Record<string, string>> {
  const { stdout } = await runShell("env", options);
  const lines = stdout.split("\n").filter((line) => line.includes("="));
  const seen = lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const);
  return Object.fromEntries(seen.filter(([name]) => !["PWD", "SHLVL", "_", "OLDPWD", "SKILLPLUG_RUN"].includes(name)));
}

const ALWAYS = { PYTHONIOENCODING: "utf-8", PYTHONUNBUFFERED: "1", PYTHONDONTWRITEBYTECODE: "1" };
const PLACES = [
  ...["HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "TZ", "TMPDIR", "TEMP", "TMP"],
  ...["PYENV_ROOT", "VIRTUAL_ENV", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
  ...["SystemRoot", "SystemDrive", "windir", "PATHEXT", "COMSPEC", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
  ...["ProgramData", "ProgramFiles", "HOMEDRIVE", "HOMEPATH", "NUMBER_OF_PROCESSORS"],
];
/** Keys, sockets that stand for keys, and what makes a program load or run something else. */
const KEPT_BACK = [
  ...["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "GITHUB_TOKEN", "NPM_TOKEN"],
  ...["PASSWORD", "DATABASE_URL", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS"],
  ...["KUBECONFIG", "DOCKER_HOST", "GOOGLE_APPLICATION_CREDENTIALS", "HTTP_PROXY", "https_proxy", "LCD", "LC", "HOMER"],
  ...["NODE_OPTIONS", "NODE_PATH", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PERL5OPT", "PERL5LIB", "RUBYOPT"],
  ...["LD_PRELOAD", "LD_LIBRARY_PATH", "BASH_ENV", "ENV", "IFS_", "GIT_SSH_COMMAND", "EDITOR", "SKILL_DIR"],
];
const each = (names: readonly string[], value: string) => Object.fromEntries(names.map((name) => [name, value]));

test("bad input 28: variables that name places and languages reach it; keys and what loads other code do not", async () => {
  // What a shell or a loader would act upon has a harmless value.
  const parentEnvironment = { PATH, ...each(PLACES, "C"), ...each(KEPT_BACK, "") };
  const { SKILL_DIR, CLAUDE_SKILL_DIR, PYTHONPATH, ...seen } = await variables({ parentEnvironment });
  expect(seen).toEqual({ PATH, ...each(PLACES, "C"), ...ALWAYS });
  expect(PYTHONPATH).toBe(SKILL_DIR);
  expect(SKILL_DIR).toMatch(/^\//);
  expect(CLAUDE_SKILL_DIR).toBe(SKILL_DIR);
});

test("bad input 28: the caller's own variables reach it, and win over all others", async () => {
  const env = { CITY: "Paris", TZ: "UTC", PYTHONUNBUFFERED: "" };
  const seen = await variables({ parentEnvironment: { PATH, TZ: "CET", LANG: undefined }, env });
  const { SKILL_DIR } = seen;
  expect(seen).toEqual({ PATH, ...ALWAYS, ...env, SKILL_DIR, CLAUDE_SKILL_DIR: SKILL_DIR, PYTHONPATH: SKILL_DIR });
});

test("bad input 28: SKILL_DIR is the skill's folder, whatever the caller says", async () => {
  const seen = await variables({
    parentEnvironment: { PATH },
    env: { SKILL_DIR: "/elsewhere", CLAUDE_SKILL_DIR: "/elsewhere" },
  });
  expect([seen["SKILL_DIR"], seen["CLAUDE_SKILL_DIR"]]).not.toContain("/elsewhere");
});

test("bad input 28: the caller chooses which variables reach it", async () => {
  const parentEnvironment = { PATH, AWS_REGION: "eu", AWS_PROFILE: "me", AWS: "no", HOME: "/home/me" };
  const {
    SKILL_DIR: _,
    CLAUDE_SKILL_DIR: __,
    PYTHONPATH: ___,
    ...seen
  } = await variables({ parentEnvironment, inheritEnv: ["PATH", "AWS_*"] });
  expect(seen).toEqual({ PATH, AWS_REGION: "eu", AWS_PROFILE: "me", ...ALWAYS });
});

test("bad input 28: without another, the parent environment is that of this process", async () => {
  const { PATH: seen, NODE_ENV } = await variables({});
  expect([seen, NODE_ENV]).toEqual([PATH, undefined]);
});
