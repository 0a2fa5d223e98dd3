import type { ToolConfigs } from './tool-types.js';

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

/** One step of a workflow: `'trim-lines'`, or `{ toolSlug: 'dedupe-sort', config: { order: 'desc' } }`. */
export type Step = BareSlug | ToolStep;

type NeedsConfig<Slug extends ToolSlug> = Record<never, never> extends ToolConfigs[Slug] ? false : true;
