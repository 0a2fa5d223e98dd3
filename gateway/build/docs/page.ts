/** The generated parts of pages, by the page's path in the project and the part's name. */
export type PageParts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A module that generates parts of pages from the figures of its folder. */
export interface PartsModule {
  pageParts(): PageParts | Promise<PageParts>;
}

/**
 * Returns what is between `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws {Error} if the page has no such part.
 */
export function partOf(page: string, name: string): string {
  const [, rest = ''] = page.split(`<!-- ${name} -->\n`);
  const [part, end] = rest.split(`<!-- /${name} -->`);
  if (part === undefined || end === undefined) throw new Error(`The page has no part ${name}`);
  return part;
}

/**
 * Returns the page with new parts.
 *
 * @throws {Error} if the page has no part of one of the names.
 */
export function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  let renewed = page;
  for (const [name, content] of Object.entries(parts)) {
    const old = partOf(renewed, name);
    const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
    // A function, because the content may contain `$&` and the like.
    renewed = renewed.replace(`${start}${old}${end}`, () => `${start}${content}\n${end}`);
  }
  return renewed;
}

/** Joins the parts of several modules; parts of one page may come from several of them. */
export function joinedParts(all: readonly PageParts[]): PageParts {
  const joined: Record<string, Readonly<Record<string, string>>> = {};
  for (const parts of all) {
    for (const [page, named] of Object.entries(parts)) joined[page] = { ...joined[page], ...named };
  }
  return joined;
}
