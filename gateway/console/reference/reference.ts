import type { ErrorEntry } from '#gateway/server/endpoints/openapi/error-list.js';
import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { errorEntries, errorsContent } from './errors-page.js';
import { type Assets, type FramedPage, framed } from './frame.js';
import { groupContent } from './group-page.js';
import { overviewContent } from './overview-page.js';
import { searchIndex } from './search-index.js';
import { categoryPath, home, type Site, siteOf } from './site.js';
import { categoryContent } from './tool-pages.js';

/** The file that the script of the pages searches. */
const searchFile = `${home}/search.json`;

/** The reference of the HTTP API as pages of HTML, from its OpenAPI document. They are readable without script. */
export class Reference {
  readonly #site: Site;
  readonly #errors: readonly ErrorEntry[];
  readonly #assets: Assets;
  /** What makes each page, by its address. @param server - the origin in the examples. */
  readonly #pages: ReadonlyMap<string, (server: string) => Omit<FramedPage, 'path'>>;

  constructor(document: OpenApiDocument, errors: readonly ErrorEntry[], assets: Assets) {
    const site = siteOf(document);
    this.#site = site;
    this.#errors = errors;
    this.#assets = assets;
    this.#pages = new Map([
      [home, (server: string) => ({ title: 'Overview', content: overviewContent(site, server) })],
      ...site.groups.map(
        (group) =>
          [
            group.path,
            (server: string) => ({ title: group.name, content: groupContent(group, site, server) }),
          ] as const,
      ),
      ...site.categories.map(
        (category) =>
          [
            categoryPath(category),
            () => ({ title: category.title, content: categoryContent(category, document) }),
          ] as const,
      ),
      [
        `${home}/errors`,
        () => ({ title: 'Errors', entries: errorEntries(errors), content: errorsContent(errors) }),
      ] as const,
    ]);
  }

  /** The addresses of all pages. */
  get paths(): readonly string[] {
    return [...this.#pages.keys()];
  }

  /**
   * Returns the page at an address; undefined if there is none.
   *
   * @param server - the origin in the examples.
   */
  page(path: string, server: string): string | undefined {
    const made = this.#pages.get(path)?.(server);
    return made && framed({ ...made, path }, this.#site, this.#assets);
  }

  /** Returns what the search finds, if the address is that of its file. */
  searchIndex(path: string): string | undefined {
    return path === searchFile ? JSON.stringify(searchIndex(this.#site, this.#errors)) : undefined;
  }
}
