import { asText } from "../operations/open-skill.js";
import { toContent } from "../operations/read-resource.js";
import { BaseSkillResource, type EntryOptions } from "./base-skill-resource.js";

/** A resource that is a text or bytes. */
export class StaticSkillResource extends BaseSkillResource {
  readonly content: string | Uint8Array;

  constructor({ content, ...options }: EntryOptions & { readonly content: string | Uint8Array }) {
    super(options);
    this.content = content;
  }

  /** The text; of bytes that are none, their type and size. */
  override async load(): Promise<string> {
    return typeof this.content === "string" ? this.content : asText(toContent(this.name, this.content));
  }
}
