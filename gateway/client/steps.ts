import type { Condition, EachPart, ToolConfigs } from './tool-types.js';

/** The identifier of a tool: `trim-lines`. */
export type ToolSlug = keyof ToolConfigs;

/** The identifiers of the tools without a required option. */
export type BareSlug = { [Slug in ToolSlug]: NeedsConfig<Slug> extends true ? never : Slug }[ToolSlug];

/** A tool with its options. They are optional unless the tool has a required option. */
export type ToolStep<Slug extends ToolSlug = ToolSlug> = {
  [Each in Slug]: NeedsConfig<Each> extends true
    ? { readonly toolSlug: Each; readonly config: ToolConfigs[Each] }
    : { readonly toolSlug: Each; readonly config?: ToolConfigs[Each] };
}[Slug];

/**
 * One step of a workflow: `'trim-lines'`, `{ toolSlug: 'dedupe-sort', config: { order: 'desc' } }`, or a group that runs
 * steps on parts of the text, `{ each: 'line', steps: ['trim-lines'] }`.
 */
export type Step = BareSlug | ToolStep | GroupStep;

/** Steps that run on each part of the text; what is between the parts stays. */
export interface GroupStep {
  readonly steps: readonly Step[];
  /** The whole text if left out. */
  readonly each?: EachPart;
  /** Parts that do not meet it stay as they are. */
  readonly when?: Condition;
  /** For those parts instead. */
  readonly else?: readonly Step[];
  /** What becomes of a part whose steps fail; `error` by default. */
  readonly onError?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
}

type NeedsConfig<Slug extends ToolSlug> = Record<never, never> extends ToolConfigs[Slug] ? false : true;
