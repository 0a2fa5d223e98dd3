import { operationGrant } from './cors.js';
import type { ResponseRoute } from './gateway-response.js';
import type { PathParameters, Route } from './route.js';

/** A route with its derived facts. */
export interface Resource<Services> extends ResponseRoute {
  readonly route: Route<Services>;
  /** All methods that the route supports, in the order of `Allow`. */
  readonly methods: readonly string[];
}

/** What a path leads to. */
export interface Found<Services> {
  readonly resource: Resource<Services>;
  readonly parameters: PathParameters;
}

interface Pattern<Services> {
  readonly segments: readonly string[];
  readonly resource: Resource<Services>;
}

/** The route that metrics and log use for an unknown path. */
export const nowhere: ResponseRoute = { label: 'none', kind: 'other', grant: operationGrant };

/** Access kinds with preflights: those that pages of other origins may use. */
const preflighted: ReadonlySet<Route<never>['access']> = new Set(['operation', 'key', 'key-holder', 'public'] as const);

/** The routes by path. */
export class RouteTable<Services> {
  readonly resources: readonly Resource<Services>[];
  /** Nearly every request is for one of these: one look-up, no allocation. */
  readonly #fixed = new Map<string, Found<Services>>();
  /** Paths with parameters, by the number of their segments. */
  readonly #patterns = new Map<number, Pattern<Services>[]>();

  /** @throws {Error} if two routes have the same path or label. */
  constructor(routes: readonly Route<Services>[]) {
    this.resources = routes.map(resourceOf);
    const labels = new Set([nowhere.label]);
    for (const resource of this.resources) {
      const { label, path, alsoAt = [] } = resource.route;
      if (labels.has(label)) throw new Error(`Two routes have the label ${label}`);
      labels.add(label);
      for (const each of [path, ...alsoAt]) this.#add(each, resource);
    }
  }

  /** Finds the route of a path, compared as sent. */
  find(path: string): Found<Services> | undefined {
    return this.#fixed.get(path) ?? this.#findByPattern(path);
  }

  #findByPattern(path: string): Found<Services> | undefined {
    const segments = path.split('/');
    for (const { segments: wanted, resource } of this.#patterns.get(segments.length) ?? []) {
      const parameters = matched(wanted, segments);
      if (parameters !== undefined) return { resource, parameters };
    }
    return undefined;
  }

  #add(path: string, resource: Resource<Services>): void {
    const segments = path.split('/');
    if (!segments.some(isParameter)) {
      if (this.#fixed.has(path)) throw new Error(`Two routes have the path ${path}`);
      this.#fixed.set(path, { resource, parameters: {} });
      return;
    }
    const others = this.#patterns.get(segments.length) ?? [];
    const isTaken = others.some(({ segments: wanted }) => shapeOf(wanted) === shapeOf(segments));
    if (isTaken) throw new Error(`Two routes have the path ${path}`);
    this.#patterns.set(segments.length, [...others, { segments, resource }]);
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/');
}

/** Loops, because the functions of arrays take ten times as long here: measured, 1.3 µs. */
function matched(wanted: readonly string[], segments: readonly string[]): PathParameters | undefined {
  for (let index = 0; index < wanted.length; index++) {
    const pattern = wanted[index] ?? '';
    if (isParameter(pattern) ? segments[index] === '' : segments[index] !== pattern) return undefined;
  }
  const parameters: Record<string, string> = {};
  for (let index = 0; index < wanted.length; index++) {
    const pattern = wanted[index] ?? '';
    if (isParameter(pattern)) parameters[pattern.slice(1, -1)] = segments[index] ?? '';
  }
  return parameters;
}

function resourceOf<Services>(route: Route<Services>): Resource<Services> {
  const methods = methodsOf(route);
  const { headers } = operationGrant;
  const grant =
    route.access === 'operation' || route.access === 'key' || route.access === 'key-holder'
      ? { headers: route.grantedHeaders ?? headers, methods: methods.join(', ') }
      : operationGrant;
  return { route, methods, grant, label: route.label, kind: kindOf(route) };
}

function methodsOf<Services>({ access, methods }: Route<Services>): readonly string[] {
  const own = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return preflighted.has(access) ? [...own, 'OPTIONS'] : own;
}

function kindOf<Services>(route: Route<Services>): ResponseRoute['kind'] {
  if (route.access === 'operation') return route.takes;
  return route.access === 'probe' ? 'probe' : 'other';
}
