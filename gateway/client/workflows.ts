import type { Step } from '../../engine/types.js';
import { unexpectedResponse } from './responses.js';
import type { Sender } from './sender.js';

/** Names a stored workflow in place of steps: `{ workflow: 'clean-orders' }`, or `'clean-orders@3'`. */
export interface NamedWorkflow {
  readonly workflow: string;
}

/** A version of a stored workflow, as far as writes tell. */
export interface WorkflowTag {
  readonly name: string;
  /** 1 for the first. */
  readonly version: number;
  /** What a write that replaces this version presents. */
  readonly etag: string;
}

/** A version of a stored workflow, without its steps. */
export interface WorkflowVersion extends WorkflowTag {
  /** Characters of the steps as JSON. */
  readonly length: number;
  /** In UTC: `2026-11-22T10:15:00.000Z`. */
  readonly updatedAt: string;
  readonly updatedBy: { readonly kind: 'key' | 'owner' | 'operator' | 'admin-token'; readonly keyId?: string };
}

/** A stored workflow with its steps. */
export interface StoredWorkflow extends WorkflowVersion {
  readonly steps: readonly Step[];
  /** The versions that are kept, newest first. */
  readonly versions: readonly WorkflowVersion[];
}

interface Options {
  readonly signal?: AbortSignal | undefined;
}

/** The `etag` of the version that a write replaces, or `*` for any. */
interface WriteOptions extends Options {
  readonly etag?: string | undefined;
}

/** Stored workflows. Their calls cost no quota. Writing needs a key for all operations. */
export interface Workflows {
  /** Returns the newest version of each, by name. */
  list(options?: Options): Promise<readonly WorkflowVersion[]>;
  /** @param options.version - an earlier one, of the last ten. */
  get(name: string, options?: Options & { readonly version?: number | undefined }): Promise<StoredWorkflow>;
  /**
   * Stores a workflow, or with `etag` a new version of it. A write whose response was lost is sent again, and may then be
   * refused as `workflow-changed` by itself.
   *
   * @throws {TextmillError} with status 412 and code `workflow-changed` if another version is the newest; with 428 if there
   *   is a workflow, and no `etag`.
   * @example
   * const { etag } = await client.workflows.get('clean-orders');
   * await client.workflows.put('clean-orders', ['trim-lines'], { etag });
   */
  put(name: string, steps: readonly Step[], options?: WriteOptions): Promise<WorkflowTag>;
  /** Deletes a workflow, with all its versions. @returns its newest. */
  delete(name: string, options?: WriteOptions): Promise<WorkflowTag>;
}

const path = 'v1/workflows';

/** Makes the calls of {@link Workflows}. */
export function storedWorkflows(sender: Sender): Workflows {
  const pathOf = (name: string) => `${path}/${encodeURIComponent(name)}`;
  return {
    async list({ signal } = {}) {
      const { workflows } = await sender.send<{ workflows?: readonly WorkflowVersion[] }>('GET', path, undefined, {
        signal,
      });
      if (!Array.isArray(workflows)) throw unexpectedResponse();
      return workflows.map(checked);
    },
    async get(name, { signal, version } = {}) {
      const query = version === undefined ? '' : `?version=${version}`;
      return checked(await sender.send<StoredWorkflow>('GET', pathOf(name) + query, undefined, { signal }));
    },
    put: async (name, steps, { signal, etag } = {}) =>
      checked(await sender.send<WorkflowTag>('PUT', pathOf(name), { steps }, { signal, ifMatch: etag })),
    delete: async (name, { signal, etag } = {}) =>
      checked(await sender.send<WorkflowTag>('DELETE', pathOf(name), undefined, { signal, ifMatch: etag })),
  };
}

/** @throws {TextmillError} if this is not a response of a gateway. */
function checked<Tag extends WorkflowTag>(tag: Tag): Tag {
  if (typeof tag?.name === 'string' && typeof tag.version === 'number' && typeof tag.etag === 'string') return tag;
  throw unexpectedResponse();
}

/** Returns the members of a request that say what runs. */
export function workflowFields(steps: readonly unknown[] | NamedWorkflow): object {
  return 'workflow' in steps ? { workflow: steps.workflow } : { steps };
}
