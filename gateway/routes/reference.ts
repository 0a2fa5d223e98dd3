import type { Catalogue } from '../../engine/catalogue.js';
import { encodeJson } from '../../engine/json.js';
import type { OpenApiDocument } from '../openapi/types.js';
import { version } from '../version.js';
import { StaticDocument } from './static-document.js';

/** What `GET /openapi.json` and `GET /docs` answer: made, and their code loaded, when somebody first asks. */
export class ReferenceDocuments {
  readonly #catalogue: Catalogue;
  #openApi: Promise<StaticDocument> | undefined;
  #page: Promise<StaticDocument> | undefined;
  #description: Promise<OpenApiDocument> | undefined;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  openApi(): Promise<StaticDocument> {
    this.#openApi ??= this.#makeOpenApi();
    return this.#openApi;
  }

  page(): Promise<StaticDocument> {
    this.#page ??= this.#makePage();
    return this.#page;
  }

  /** Made once for both. */
  #describe(): Promise<OpenApiDocument> {
    this.#description ??= import('../openapi/document.js').then(({ openApiDocument }) =>
      openApiDocument(this.#catalogue, version),
    );
    return this.#description;
  }

  async #makeOpenApi(): Promise<StaticDocument> {
    const document = new StaticDocument(encodeJson(await this.#describe()));
    await document.compressAside();
    return document;
  }

  async #makePage(): Promise<StaticDocument> {
    const [description, { referencePage, pageHeaders }] = await Promise.all([
      this.#describe(),
      import('../console/reference-page.js'),
    ]);
    const page = Buffer.from(referencePage(description));
    const document = new StaticDocument(page, 'text/html; charset=utf-8', pageHeaders);
    await document.compressAside();
    return document;
  }
}
