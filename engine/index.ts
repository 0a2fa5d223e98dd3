/** `textmill/engine`: what other programs may use of the engine. */

export type { EngineErrorCode } from './core/error-table.js';
export { ToolError } from './core/errors.js';
export type { LineKeeping, OptionCondition } from './core/line-keeping.js';
export { createEngine, loadTools, tools } from './create-engine.js';
export {
  type Engine,
  EngineError,
  type EngineOptions,
  type ErrorDetails,
  type RunManyOptions,
  type RunOptions,
  type Tools,
} from './library.js';
export { InvalidToolError, ToolFileError } from './own-tools/invalid-tool.js';
export {
  defineTool,
  type ObjectSchema,
  type OptionSchema,
  type OptionSchemas,
  type OptionValues,
  type OwnTool,
  type OwnToolDefinition,
  Type,
} from './own-tools/tool-definition.js';
export type { Condition, EachPart, SanitizeOptions, SortDedupeOptions, ToolConfigs } from './tool-types.js';
export type {
  BareSlug,
  FailedPart,
  FailedParts,
  GroupStep,
  InputOfMany,
  ResultOfInput,
  RunManyResult,
  RunResult,
  SanitizeResult,
  SortDedupeResult,
  Step,
  ToolDocument,
  ToolSlug,
  ToolStep,
  TracedGroup,
  TracedStep,
  UrlRemoval,
} from './types.js';
