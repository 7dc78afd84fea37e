// Takes from a text what a runner of CI jobs reads as a command in the log of a job.

/**
 * A line that no runner takes for a command. A space between the first two characters of one is enough:
 *
 * - GitHub Actions reads `::error …` where nothing but white space stands before it, and `##[error]…` anywhere.
 * - Azure Pipelines reads `##vso[…]` and `##[section]…`.
 * - TeamCity reads `##teamcity[…]` anywhere in a line.
 *
 * GitLab's `section_start:…` is none without the carriage return and the terminal escape behind it, which no clean text has.
 *
 * @param line one that is clean already: what cannot be seen could stand within a command
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 * @see https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands
 * @see https://www.jetbrains.com/help/teamcity/service-messages.html and https://github.com/JetBrains/teamcity-messages/pull/90
 * @see https://docs.gitlab.com/ci/jobs/job_logs/#create-custom-collapsible-sections
 */
export function withoutLogCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, "$1: ").replace(MARK, "# #");
}

/** A JSON text in which no such command stands; its values are the same. */
export function escapeLogCommands(json: string): string {
  return json.replace(MARK, "#\\u0023");
}

/** Where the end of a part of a line may be the beginning of a command; the line's length where it is none. */
export function startOfCutCommand(line: string): number {
  return CUT_MARK.exec(line)?.index ?? line.length;
}

/** What stands between the two number signs of a command and its bracket. */
const NAMES = ["vso", "teamcity"];

const MARK = new RegExp(String.raw`##(?=(?:${NAMES.join("|")})?\[)`, "gi");

/** Each name may have come as far as any of its letters: `(?:v(?:s(?:o)?)?)?`. */
const CUT_MARK = new RegExp(`##?(?:${NAMES.map(anyBeginning).join("|")})$`, "i");

function anyBeginning(name: string): string {
  return Array.from(name).reduceRight((rest, letter) => `(?:${letter}${rest})?`, "");
}
