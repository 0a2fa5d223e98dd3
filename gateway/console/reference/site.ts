import type { OpenApiDocument, OperationObject, Tag } from '#gateway/server/endpoints/openapi/types.js';
import type { Endpoint } from './example-request.js';
import { type ToolCategory, toolCategories } from './tool-steps.js';

/** The address of the reference. */
export const home = '/docs';
/** The address of all tools, whose categories are pages below it. */
export const toolsPath = `${home}/tools`;

/** The endpoints of a tag, which share a page. */
export interface Group extends Tag {
  /** The address of its page. */
  readonly path: string;
  readonly endpoints: readonly Endpoint[];
  /** Preflights of browsers, shown last. */
  readonly preflights: readonly Endpoint[];
}

/** The parts of the reference, from which every page makes its navigation. */
export interface Site {
  readonly document: OpenApiDocument;
  readonly groups: readonly Group[];
  readonly categories: readonly ToolCategory[];
}

/** Divides a document into pages. */
export function siteOf(document: OpenApiDocument): Site {
  const all = endpointsOf(document);
  const groups = document.tags.map((tag) => {
    const own = all.filter(({ operation }) => operation.tags.includes(tag.name));
    return {
      ...tag,
      path: `${home}/${encodeURIComponent(tag.name.toLowerCase().replace(/\W+/g, '-'))}`,
      endpoints: own.filter(({ method }) => method !== 'OPTIONS'),
      preflights: own.filter(({ method }) => method === 'OPTIONS'),
    };
  });
  return {
    document,
    groups: groups.filter(({ endpoints, preflights }) => endpoints.length + preflights.length > 0),
    categories: toolCategories(document),
  };
}

/** The anchor of an endpoint. */
export function endpointId({ operationId }: OperationObject): string {
  return `endpoint-${operationId}`;
}

/** The anchor of a group on the first page. */
export function groupId({ name }: Tag): string {
  return `about-${name.toLowerCase()}`;
}

/** The address of a category of tools. */
export function categoryPath({ name }: ToolCategory): string {
  return `${toolsPath}/${encodeURIComponent(name)}`;
}

/** All methods but HEAD, which is documented with GET. */
function endpointsOf({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation, hasHead: 'head' in item })),
  );
}
