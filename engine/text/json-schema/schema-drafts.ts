import type { Ajv } from 'ajv';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';

const ajv7 = lazyLibrary<typeof import('ajv')>('ajv');
const ajv2019 = lazyLibrary<typeof import('ajv/dist/2019.js')>('ajv/dist/2019.js');
const ajv2020 = lazyLibrary<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');

/** A version of JSON Schema. */
export interface SchemaDraft {
  /** The URI of the meta-schema. */
  readonly address: string;
  /** Matches the `$schema` of schemas of this draft. */
  readonly sign: RegExp;
  /** The keyword that names a schema. */
  readonly idKeyword: 'id' | '$id';
  /** Keywords of later drafts, which this one ignores. */
  readonly laterKeywords: readonly string[];
  /** Whether `$ref` disables the keywords beside it. */
  readonly refStandsAlone: boolean;
  /** Checks schemas against the meta-schema. Only the meta-schema, which is trusted, is compiled to code. */
  readonly checker?: () => Ajv;
}

const since2020 = ['$dynamicAnchor', '$dynamicRef', 'prefixItems'];
const since2019 = [
  ...since2020,
  '$anchor',
  '$recursiveAnchor',
  '$recursiveRef',
  'contentSchema',
  'dependentRequired',
  'dependentSchemas',
  'maxContains',
  'minContains',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const since7 = [...since2019, 'else', 'if', 'then'];

/** The draft of schemas without `$schema`. */
const latest: SchemaDraft = {
  address: 'https://json-schema.org/draft/2020-12/schema',
  sign: /2020-12/,
  idKeyword: '$id',
  laterKeywords: [],
  refStandsAlone: false,
  checker: () => new (ajv2020().Ajv2020)({ strict: false }),
};

/** The draft that differs most from later ones. */
export const draft4 = {
  address: 'http://json-schema.org/draft-04/schema#',
  sign: /draft-04/,
  idKeyword: 'id',
  laterKeywords: [...since7, 'const', 'contains', 'propertyNames'],
  refStandsAlone: true,
} as const satisfies SchemaDraft;

const drafts: readonly SchemaDraft[] = [
  draft4,
  {
    address: 'http://json-schema.org/draft-06/schema#',
    sign: /draft-06/,
    idKeyword: '$id',
    laterKeywords: since7,
    refStandsAlone: true,
    checker: () => new (ajv7().Ajv)({ strict: false }),
  },
  {
    address: 'http://json-schema.org/draft-07/schema#',
    sign: /draft-07/,
    idKeyword: '$id',
    laterKeywords: since2019,
    refStandsAlone: true,
    checker: () => new (ajv7().Ajv)({ strict: false }),
  },
  {
    address: 'https://json-schema.org/draft/2019-09/schema',
    sign: /2019-09/,
    idKeyword: '$id',
    laterKeywords: since2020,
    refStandsAlone: false,
    checker: () => new (ajv2019().Ajv2019)({ strict: false }),
  },
  latest,
];

/** Returns the draft of a `$schema`; the latest if it is missing or unknown. */
export function draftOf(schema: Readonly<Record<string, unknown>>): SchemaDraft {
  const named = schema.$schema;
  return (typeof named === 'string' ? drafts.find(({ sign }) => sign.test(named)) : undefined) ?? latest;
}

/** Returns whether {@link draftOf} knows this `$schema`, or it is missing. */
export function isKnownDraft(named: unknown): boolean {
  return (
    named === undefined ||
    (typeof named === 'string' && (anyDraft.test(named) || drafts.some(({ sign }) => sign.test(named))))
  );
}

/** The latest draft. */
const anyDraft = /^https?:\/\/json-schema\.org\/schema#?$/;

/**
 * By draft: to compile a meta-schema takes 20 ms. A checker keeps nothing of the schemas that it checks but the last
 * error.
 */
const checkers = new Map<SchemaDraft, Ajv>();

/**
 * Checks a schema against the meta-schema of its draft.
 *
 * @param isDistinct - returns whether all items of a list differ, the same function each time. The checker's own comparison
 *   takes quadratic time, and calls what is named `valueOf` or `toString` in an item.
 * @throws {ToolError} with the place, if it is invalid.
 */
export function checkAgainstDraft(
  schema: object,
  draft: SchemaDraft,
  isDistinct: (items: readonly unknown[]) => boolean,
): void {
  const ajv = checkers.get(draft) ?? newChecker(draft, isDistinct);
  if (ajv === undefined) return;
  const known: Record<string, unknown> = { ...schema };
  // A draft that the checker does not know is checked as the latest one.
  Reflect.deleteProperty(known, '$schema');
  if (ajv.validateSchema(known) === true) return;
  const [error] = ajv.errors ?? [];
  throw new ToolError(`schema${error?.instancePath ?? ''}: ${error?.message ?? 'is not valid'}`);
}

function newChecker(draft: SchemaDraft, isDistinct: (items: readonly unknown[]) => boolean): Ajv | undefined {
  const ajv = draft.checker?.();
  if (ajv === undefined) return undefined;
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (mustDiffer: boolean, items: readonly unknown[]) => !mustDiffer || isDistinct(items),
    error: { message: 'must not have duplicate items' },
  });
  checkers.set(draft, ajv);
  return ajv;
}
