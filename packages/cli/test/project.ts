import { folderWith, skillText } from "@skillplug/testing/temporary-folder";

/** A folder with two skills in two of the usual places, one of them with a script. */
export function project(): Promise<string> {
  return folderWith({
    "skills/pdf-forms/SKILL.md": skillText("pdf-forms", "Fills in PDF forms", "# Forms\n\nFill them in.\n"),
    "skills/pdf-forms/scripts/fill.mjs": "console.log('filled');\n",
    "skills/pdf-forms/references/fields.md": "# Fields\n",
    ".agents/skills/charts/SKILL.md": skillText("charts", "Draws charts of numbers"),
  });
}
