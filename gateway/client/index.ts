/** `textmill-client`: a gateway's endpoints for programs in Node.js and in browsers. */

export type { Condition, EachPart, SanitizeOptions, SortDedupeOptions, ToolConfigs } from '../../engine/tool-types.js';
export type {
  BareSlug,
  FailedPart,
  FailedParts,
  GroupStep,
  ResultOfInput,
  RunResult,
  SanitizeResult,
  SortDedupeResult,
  Step,
  ToolCatalogue,
  ToolDocument,
  ToolSlug,
  ToolStep,
  TracedGroup,
  TracedStep,
  UrlRemoval,
} from '../../engine/types.js';
export type { BatchOptions, Progress } from './batches.js';
export { type CallOptions, createClient, type RunOptions, type TextmillClient } from './client.js';
export type { Compression } from './compression.js';
export type { ConnectionOptions, Retry } from './connection.js';
export { QuotaError, TextmillError } from './errors.js';
export type { LineKeeping, OptionCondition } from './line-keeping.js';
export type { KeyUsage } from './responses.js';
export type { Rows } from './row-batches.js';
export type { Timing } from './timing.js';
export type { NamedWorkflow, StoredWorkflow, Workflows, WorkflowTag, WorkflowVersion } from './workflows.js';
