/** Set by the build of the site of static files. */
declare const textmillIsSite: boolean | undefined;

/** Whether the page is one of static files, without a gateway: see `npm run build:site`. */
export const isSite = typeof textmillIsSite !== 'undefined' && textmillIsSite === true;

/** The parts of a page that say where it is. In Node.js, where this is tested, there are none. */
interface Page {
  readonly document: { readonly documentElement: { readonly dataset: Readonly<Record<string, string | undefined>> } };
  readonly location: { readonly href: string };
}

const facts = isSite ? (globalThis as unknown as Page).document.documentElement.dataset : {};

/** The address of the first page; the others are below it. A page of the site says where that is. */
export const base = isSite
  ? new URL(facts.base ?? './', (globalThis as unknown as Page).location.href).pathname
  : '/console/';

/** The file of a site with the tools, in the form of `GET /v1/tools`. */
export const toolsFile = `${base}${facts.tools}`;

/** Returns the address of a tool in the reference. */
export function referenceOf({ category, slug }: { readonly category: string; readonly slug: string }): string {
  return isSite ? `${base}reference.html#${slug}` : `/docs/tools/${category}#tool-${slug}`;
}
