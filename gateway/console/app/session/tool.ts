/** The JSON schema of a tool's options. */
export interface ConfigSchema {
  readonly properties: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
}

/** The JSON schema of one option, as far as forms look at it. */
export interface OptionSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly OptionSchema[];
  readonly items?: OptionSchema | readonly OptionSchema[];
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** Options by their names; those that are left out have their defaults. */
export type Config = Readonly<Record<string, unknown>>;

/** A tool as `GET /v1/tools` shows it. */
export interface Tool {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly config: ConfigSchema;
  readonly examples: readonly { readonly input: string; readonly config?: Config; readonly output: string }[];
}
