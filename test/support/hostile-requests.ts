import fc from 'fast-check';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { OperationName } from '#engine/operations/operation.js';

const catalogue = await loadCatalogue();
const tools: readonly CatalogueEntry['tool'][] = [...catalogue.values()].map(({ tool }) => tool);
/** Names that every JavaScript object inherits. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** Texts of every kind that a client may send, with unpaired surrogates too. */
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  // Any UTF-16 code unit: most surrogates are unpaired.
  fc.array(fc.integer({ min: 0xd700, max: 0xe0ff }), { maxLength: 10 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('\n', '\r', '\r\n', ' ', '\t', '\0', 'a', 'A', 'é', '\u2028', ','), { maxLength: 20 })
    .map((all) => all.join('')),
  fc.constantFrom(...inherited, '', 'http://a/?utm_source=b&s=1#c', '{"__proto__":{"a":1}}', 'a,"b"\n1,2'),
);
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, true, -0, 1e308, 2 ** 53, 0.1));

/** Mostly a valid value of a field, sometimes any value, sometimes none. */
const member = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: anything });

/** An object with some of these members, and occasionally an unknown one. */
function body(members: Record<string, fc.Arbitrary<unknown>>, required: string[] = []): fc.Arbitrary<string> {
  const known = fc.record(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, member(value)])), {
    requiredKeys: required,
  });
  const unknown = fc.oneof(
    { weight: 15, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(text, anything) },
  );
  return fc
    .tuple(known, unknown)
    .map(([object, extra]) =>
      JSON.stringify(Object.fromEntries([...Object.entries(object), ...(extra.length === 2 ? [extra] : [])])),
    );
}

/** A step with options from a tool's examples, occasionally with another value. */
const step = fc.constantFrom(...tools).chain((tool) => {
  const options = Object.keys(tool.config.properties);
  const examples = tool.examples.map(({ config = {} }) => config);
  const spoilt =
    options.length === 0
      ? fc.constant([])
      : fc.array(fc.tuple(fc.constantFrom(...options), anything), { maxLength: 1 });
  const config = fc
    .tuple(fc.constantFrom({}, ...examples), spoilt)
    .map(([example, changes]) => ({ ...example, ...Object.fromEntries(changes) }));
  return fc.oneof(
    fc.constant(tool.slug),
    config.map((chosen) => ({ toolSlug: tool.slug, config: chosen })),
  );
});

/** Inputs that give every tool something to do: those of their examples. */
const exampleInput = fc.constantFrom(...tools.flatMap(({ examples }) => examples.map(({ input }) => input)));
const flag = fc.boolean();

/** Requests of each operation as JSON text: its grammar, with hostile values. */
export const hostileRequests: Readonly<Record<OperationName, fc.Arbitrary<string>>> = {
  run: body({ input: fc.oneof(text, exampleInput), steps: fc.array(member(step), { minLength: 1, maxLength: 3 }) }, [
    'input',
    'steps',
  ]),
  sanitize: fc.oneof(
    ...(['urls', 'url', 'input'] as const).map((source) =>
      body(
        {
          [source]: source === 'urls' ? fc.array(member(text), { maxLength: 5 }) : text,
          keepParams: fc.array(text, { maxLength: 3 }),
          extraParams: fc.array(text, { maxLength: 3 }),
          ignoreCase: flag,
          profile: fc.constantFrom('standard', 'conservative', 'extended', 'careful'),
          fragment: flag,
          affiliateTags: flag,
          normalize: flag,
          unwrap: flag,
        },
        [source],
      ),
    ),
  ),
  'sort-dedupe': fc.oneof(
    ...(['lines', 'input'] as const).map((source) =>
      body(
        {
          [source]: source === 'lines' ? fc.array(member(text), { maxLength: 10 }) : text,
          trimLines: flag,
          dropBlank: flag,
          dedupe: flag,
          ignoreCase: flag,
          sort: flag,
          direction: fc.constantFrom('asc', 'desc'),
        },
        [source],
      ),
    ),
  ),
};

/** Any JSON value as text. */
export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)),
  fc.json({ stringUnit: 'binary' }),
);

/** A valid body that is truncated, or with changed, inserted or removed bytes. */
export function spoilt(requests: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.nat(3),
    insert: fc.uint8Array({ maxLength: 3 }),
  });
  return fc
    .tuple(requests, fc.array(change, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([request, changes, cut]) => {
      let bytes = Buffer.from(request);
      for (const { at, drop, insert } of changes) {
        const start = Math.floor(at * bytes.length);
        bytes = Buffer.concat([bytes.subarray(0, start), insert, ...(cut ? [] : [bytes.subarray(start + drop)])]);
      }
      return bytes;
    });
}
