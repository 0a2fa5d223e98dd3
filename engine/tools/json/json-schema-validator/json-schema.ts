import { ToolError } from '../../../core/errors.js';
import { lazyLibrary } from '../../../core/lazy-library.js';
import { failOnMissingReferences } from './missing-references.js';
import { preparedSchema } from './prepared-schema.js';
import { checkAgainstDraft, draft4, draftOf } from './schema-drafts.js';

/**
 * The validator is typebox's interpreter. Looked at with the official test suite of 2023, without its remote documents:
 *
 * - typebox passes what this tool can be asked, and every test of a `format`.
 * - \@cfworker/json-schema ignores `$dynamicRef`, fails on a repeated `$id`, and fails 38 tests of formats.
 * - json-schema-library compiles the schema again wherever a `$ref` is followed: a schema of 50 KB and an array of
 *   3,000 items took 4 GB.
 * - \@hyperjump/json-schema is asynchronous, tools are not.
 * - ajv writes code from the schema and runs it, and its authors advise against schemas that are not trusted.
 */
const library = lazyLibrary<typeof import('typebox/schema')>('typebox/schema');
const system = lazyLibrary<typeof import('typebox/system')>('typebox/system');

/** Violations that are looked for. */
export const maxViolations = 20_000;

/** What a value breaks: where it stands, as a JSON Pointer, and which keyword of the schema says so. */
export interface SchemaViolation {
  /** Empty for the whole value. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/**
 * Checks a value against a JSON Schema: drafts 4, 6, 7, 2019-09 and 2020-12, with `format`.
 *
 * Patterns have to be in RE2 syntax. Those of `patternProperties` run on RegExp, which some keep busy without end: for
 * tools with a time limit.
 *
 * @returns what it breaks, each place with the keyword nearest to it; none if the value is valid, at most
 *   {@link maxViolations}.
 * @throws {ToolError} if the schema is none, or refers to what is not in it.
 */
export function schemaViolations(schema: Readonly<Record<string, unknown>>, value: unknown): SchemaViolation[] {
  const { Check, Errors, Meta } = library();
  const isDistinct = (items: readonly unknown[]) => Check({ uniqueItems: true }, items);
  const draft = draftOf(schema);
  // First: it says where the schema is nested too deep for what comes then.
  const prepared = preparedSchema(schema, draft, isDistinct);
  // The library reads draft 4 as later drafts are written.
  const schemaOfDraft4 = preparedSchema(Meta[draft4.address], draft4, isDistinct);
  const known = { ...Meta, [draft4.address]: schemaOfDraft4 };
  system().Settings.Set({ maxErrors: maxViolations });
  if (draft === draft4) {
    const [problem] = nearest(Errors(known, schemaOfDraft4, schema)[1]);
    if (problem !== undefined) throw new ToolError(`schema${problem.pointer}: ${problem.message}`);
  } else {
    checkAgainstDraft(schema, draft);
  }
  try {
    failOnMissingReferences(library(), known, prepared);
    const [isValid, errors] = Errors(known, prepared, value);
    if (isValid) return [];
    return nearest(errors);
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError('schema: it refers to itself without end');
    // A pattern of RE2 that RegExp does not have, such as (?i)a.
    if (error instanceof SyntaxError) throw new ToolError(`schema: patternProperties: ${error.message}`);
    throw error;
  }
}

/** What the library says about one place. */
interface LibraryError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** Leaves out what only repeats that something inside of it is wrong. */
function nearest(errors: readonly LibraryError[]): SchemaViolation[] {
  const outer = new Set<string>();
  for (const { schemaPath } of errors) {
    for (let end = schemaPath.length; end > 0; end = schemaPath.lastIndexOf('/', end - 1)) {
      const path = schemaPath.slice(0, end);
      // What is around it is known too.
      if (outer.has(path)) break;
      outer.add(path);
    }
  }
  return errors
    .filter((error) => matchesSeveral(error) || !outer.has(`${error.schemaPath}/${error.keyword}`))
    .map(({ instancePath, keyword, message }) => ({
      pointer: instancePath,
      keyword: keyword === '~refine' ? 'uniqueItems' : keyword,
      message: keyword === 'boolean' ? 'is not allowed here' : message,
    }));
}

/** Whether it is an error because nothing inside of it is wrong. */
function matchesSeveral({ keyword, params }: LibraryError): boolean {
  return keyword === 'oneOf' && 'passingSchemas' in params && (params.passingSchemas as unknown[]).length > 0;
}
