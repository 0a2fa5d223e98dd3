import type { Ajv } from 'ajv';
import { ToolError } from '../../../core/errors.js';
import { lazyLibrary } from '../../../core/lazy-library.js';

const ajv7 = lazyLibrary<typeof import('ajv')>('ajv');
const ajv2019 = lazyLibrary<typeof import('ajv/dist/2019.js')>('ajv/dist/2019.js');
const ajv2020 = lazyLibrary<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');

/** A version of JSON Schema. */
export interface SchemaDraft {
  /** The address of the draft's own schema. */
  readonly address: string;
  /** Matches the `$schema` of schemas of this draft. */
  readonly sign: RegExp;
  /** The keyword that names a schema. */
  readonly idKeyword: 'id' | '$id';
  /** Whether `$ref` hides the keywords that stand beside it. */
  readonly refStandsAlone: boolean;
  /** Checks schemas against the draft's own schema, which is trusted: only that one becomes code. */
  readonly checker?: () => Ajv;
}

/** The draft of schemas that name none. */
const latest: SchemaDraft = {
  address: 'https://json-schema.org/draft/2020-12/schema',
  sign: /2020-12/,
  idKeyword: '$id',
  refStandsAlone: false,
  checker: () => new (ajv2020().Ajv2020)({ strict: false }),
};

/** The draft whose keywords differ most from later ones. */
export const draft4 = {
  address: 'http://json-schema.org/draft-04/schema#',
  sign: /draft-04/,
  idKeyword: 'id',
  refStandsAlone: true,
} as const satisfies SchemaDraft;

const drafts: readonly SchemaDraft[] = [
  draft4,
  {
    address: 'http://json-schema.org/draft-06/schema#',
    sign: /draft-06/,
    idKeyword: '$id',
    refStandsAlone: true,
    checker: () => new (ajv7().Ajv)({ strict: false }),
  },
  {
    address: 'http://json-schema.org/draft-07/schema#',
    sign: /draft-07/,
    idKeyword: '$id',
    refStandsAlone: true,
    checker: () => new (ajv7().Ajv)({ strict: false }),
  },
  {
    address: 'https://json-schema.org/draft/2019-09/schema',
    sign: /2019-09/,
    idKeyword: '$id',
    refStandsAlone: false,
    checker: () => new (ajv2019().Ajv2019)({ strict: false }),
  },
  latest,
];

/** Returns the draft that a schema names in `$schema`: the latest if it names none, or one that is unknown. */
export function draftOf(schema: Readonly<Record<string, unknown>>): SchemaDraft {
  const named = schema.$schema;
  return (typeof named === 'string' ? drafts.find(({ sign }) => sign.test(named)) : undefined) ?? latest;
}

/** Whether {@link draftOf} knows what a schema names in `$schema`, or it names nothing. */
export function isKnownDraft(named: unknown): boolean {
  return (
    named === undefined ||
    (typeof named === 'string' && (anyDraft.test(named) || drafts.some(({ sign }) => sign.test(named))))
  );
}

/** The latest draft, whichever it is. */
const anyDraft = /^https?:\/\/json-schema\.org\/schema#?$/;

/** @throws {ToolError} with the place, if the draft's own schema does not allow a schema. */
export function checkAgainstDraft(schema: object, { checker }: SchemaDraft): void {
  if (checker === undefined) return;
  const known: Record<string, unknown> = { ...schema };
  // One that the checker does not know is read as the latest draft.
  Reflect.deleteProperty(known, '$schema');
  const ajv = checker();
  if (ajv.validateSchema(known) === true) return;
  const [error] = ajv.errors ?? [];
  throw new ToolError(`schema${error?.instancePath ?? ''}: ${error?.message ?? 'is not valid'}`);
}
