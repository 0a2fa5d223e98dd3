import type { OperationName } from '../../engine/operations/operation.js';

/** What a request asks for, by its path. */
export type Resource =
  | { readonly kind: 'operation'; readonly operation: OperationName }
  | { readonly kind: 'mcp' }
  | { readonly kind: 'usage' }
  | { readonly kind: 'tools' | 'openapi' | 'home' }
  | { readonly kind: 'docs'; readonly page: 'reference' | 'errors' }
  | { readonly kind: 'liveness' | 'readiness' | 'metrics' | 'keys' | 'accounts' }
  | { readonly kind: 'tool'; readonly slug: string }
  | { readonly kind: 'console' /** A file of the page, '' for the page itself. */; readonly asset: string }
  | { readonly kind: 'key' | 'key-rotation' | 'key-origins' | 'key-label'; readonly keyId: string }
  | { readonly kind: 'account-usage'; readonly accountId: string };

/** The methods that each kind of resource has. Where there is GET there is HEAD. */
export const allowedMethods: Readonly<Record<Resource['kind'], readonly string[]>> = {
  operation: ['POST', 'OPTIONS'],
  mcp: ['POST', 'OPTIONS'],
  usage: ['GET', 'HEAD', 'OPTIONS'],
  tools: ['GET', 'HEAD', 'OPTIONS'],
  tool: ['GET', 'HEAD', 'OPTIONS'],
  openapi: ['GET', 'HEAD', 'OPTIONS'],
  docs: ['GET', 'HEAD'],
  home: ['GET', 'HEAD'],
  console: ['GET', 'HEAD'],
  liveness: ['GET', 'HEAD'],
  readiness: ['GET', 'HEAD'],
  metrics: ['GET', 'HEAD'],
  keys: ['GET', 'HEAD', 'POST'],
  key: ['GET', 'HEAD', 'DELETE'],
  'key-rotation': ['POST'],
  'key-origins': ['PUT'],
  'key-label': ['PUT'],
  accounts: ['GET', 'HEAD'],
  'account-usage': ['GET', 'HEAD'],
};

const fixedPaths: ReadonlyMap<string, Resource> = new Map<string, Resource>([
  ['/v1/run', { kind: 'operation', operation: 'run' }],
  ['/v1/sanitize', { kind: 'operation', operation: 'sanitize' }],
  ['/v1/sort-dedupe', { kind: 'operation', operation: 'sort-dedupe' }],
  ['/mcp', { kind: 'mcp' }],
  ['/v1/usage', { kind: 'usage' }],
  ['/v1/tools', { kind: 'tools' }],
  ['/openapi.json', { kind: 'openapi' }],
  ['/docs', { kind: 'docs', page: 'reference' }],
  ['/docs/errors', { kind: 'docs', page: 'errors' }],
  ['/', { kind: 'home' }],
  ['/console', { kind: 'home' }],
  ['/console/', { kind: 'console', asset: '' }],
  ['/keys', { kind: 'keys' }],
  ['/accounts', { kind: 'accounts' }],
  ['/healthz', { kind: 'liveness' }],
  ['/readyz', { kind: 'readiness' }],
  ['/metrics', { kind: 'metrics' }],
]);

/** Finds the resource of a path, compared as sent. Undefined if there is none. */
export function findResource(path: string): Resource | undefined {
  return fixedPaths.get(path) ?? findByPattern(path);
}

function findByPattern(path: string): Resource | undefined {
  const [, first, second = '', third, ...rest] = path.split('/');
  if (second === '' || rest.length > 0) return undefined;
  if (first === 'v1' && second === 'tools' && third) return { kind: 'tool', slug: third };
  if (first === 'console') return findInConsole(second, third);
  if (first === 'keys' && third === undefined) return { kind: 'key', keyId: second };
  if (first === 'keys' && third === 'rotate') return { kind: 'key-rotation', keyId: second };
  if (first === 'keys' && third === 'origins') return { kind: 'key-origins', keyId: second };
  if (first === 'keys' && third === 'label') return { kind: 'key-label', keyId: second };
  if (first === 'accounts' && third === 'usage') return { kind: 'account-usage', accountId: second };
  return undefined;
}

/** The console's views: all of them are the same page. */
const views: ReadonlySet<string> = new Set(['sanitize', 'sort-dedupe', 'tools', 'keys', 'usage']);
/** Those that show one thing of many: a tool, an account. */
const detailed: ReadonlySet<string> = new Set(['tools', 'usage']);

function findInConsole(second: string, third: string | undefined): Resource | undefined {
  if (third === undefined || third === '') return views.has(second) ? { kind: 'console', asset: '' } : undefined;
  if (second === 'assets') return { kind: 'console', asset: third };
  return detailed.has(second) ? { kind: 'console', asset: '' } : undefined;
}
