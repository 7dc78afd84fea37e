import { readContainedFile } from "#platform";
import type { ToolCallOptions } from "../base/tool-call.js";
import { asText } from "../operations/open-skill.js";
import { MAX_RESOURCE_BYTES, toContent } from "../operations/read-resource.js";
import { BaseSkillResource, type EntryOptions } from "./base-skill-resource.js";

/** A resource that is a file below a folder, read at each reading. Needs Node. */
export class FileBasedSkillResource extends BaseSkillResource {
  readonly #directory: string;

  /** @param options `directory` is the folder below which the file `name` must really lie */
  constructor({ directory, ...options }: EntryOptions & { readonly directory: string }) {
    super(options);
    this.#directory = directory;
  }

  /**
   * The text; of a file that is none, its type and size.
   *
   * @throws SkillResourceLoadError when the file is missing, too large, no regular file, or lies elsewhere
   */
  override async load(_context?: unknown, _args?: unknown, { signal }: ToolCallOptions = {}): Promise<string> {
    const limits = { maxBytes: MAX_RESOURCE_BYTES, signal };
    return asText(toContent(this.name, await readContainedFile(this.#directory, this.name, limits)));
  }
}
