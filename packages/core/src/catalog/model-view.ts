// The catalogue as a model may use it: without the skills that only people call for.

import { invocationOf } from "../base/invocation.js";
import type { Catalog } from "./catalog.js";
import type { LiveCatalog } from "./live-catalog.js";

/** A live catalogue that withholds what no model may call for. Where that is nothing, its catalogues are the very same. */
export function modelView(catalog: LiveCatalog): LiveCatalog {
  const views = new WeakMap<Catalog, Catalog>();
  return {
    async current() {
      const whole = await catalog.current();
      const view = views.get(whole) ?? viewOf(whole);
      views.set(whole, view);
      return view;
    },
    reload: () => catalog.reload(),
  };
}

function viewOf(whole: Catalog): Catalog {
  const entries = [...whole.entries].filter(([, { skill }]) => invocationOf(skill).model);
  return entries.length === whole.entries.size ? whole : { ...whole, entries: new Map(entries), whole };
}
