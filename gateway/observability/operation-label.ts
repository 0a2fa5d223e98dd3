import type { OperationName } from '../../engine/operations/operation.js';
import { allowedMethods, type Resource } from '../http/routes.js';

/** What is done to text; everything else that can be asked for is the kind of its resource. */
export const textOperations: readonly OperationName[] = ['run', 'sanitize', 'sort-dedupe'];

/** What usage is counted by, in the order in which it is shown. Messages of agents are one, whatever they run. */
export const usedOperations: readonly OperationLabel[] = [...textOperations, 'mcp'];

/**
 * What a request asked for, as metrics and log lines say it: an operation, the kind of a resource, or `none`. Never its
 * path, which the client chooses: there would be as many time series as paths, and whatever stands in them.
 */
export type OperationLabel = OperationName | Exclude<Resource['kind'], 'operation'> | 'none';

const otherKinds = Object.keys(allowedMethods).filter((kind) => kind !== 'operation') as OperationLabel[];

/** All there are. */
export const operationLabels: readonly OperationLabel[] = [...textOperations, ...otherKinds, 'none'];

/** @param resource - undefined for a path that leads nowhere. */
export function operationLabel(resource: Resource | undefined): OperationLabel {
  if (resource === undefined) return 'none';
  return resource.kind === 'operation' ? resource.operation : resource.kind;
}
