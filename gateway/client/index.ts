/** `textmill/client`: a gateway's endpoints for programs in Node.js and in browsers. */

export type { BatchOptions, Progress } from './batches.js';
export { type CallOptions, createClient, type RunOptions, type TextmillClient } from './client.js';
export type { Compression } from './compression.js';
export type { ConnectionOptions, Retry } from './connection.js';
export { QuotaError, TextmillError } from './errors.js';
export type { LineKeeping, OptionCondition } from './line-keeping.js';
export type {
  FailedPart,
  FailedParts,
  KeyUsage,
  ResultOfInput,
  RunResult,
  SanitizeResult,
  SortDedupeResult,
  ToolCatalogue,
  ToolDocument,
  TracedGroup,
  TracedStep,
  UrlRemoval,
} from './responses.js';
export type { Rows } from './row-batches.js';
export type { BareSlug, GroupStep, Step, ToolSlug, ToolStep } from './steps.js';
export type { Timing } from './timing.js';
export type { Condition, EachPart, SanitizeOptions, SortDedupeOptions, ToolConfigs } from './tool-types.js';
