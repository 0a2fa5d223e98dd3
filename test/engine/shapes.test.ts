import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine, type EngineResult } from '#engine/execute.js';
import type { EngineOperation } from '#engine/operations/operation.js';

const catalogue = await loadCatalogue();
/** Its clock stands still, because a trace has times. */
const engine = createEngine(catalogue, { now: () => 0 });

const mark = Buffer.from('\ufeff');
/** White space in front of a body, so long that the name of the text is not looked for behind it. */
const blanks = Buffer.alloc(2_000, ' ');
/** Returns the result of a request that is read as a whole, with nothing remembered. A byte order mark stays first. */
function wholeResult(operation: EngineOperation, body: Uint8Array): EngineResult {
  const start = mark.equals(body.subarray(0, mark.length)) ? mark.length : 0;
  return engine.execute(operation, Buffer.concat([body.subarray(0, start), blanks, body.subarray(start)]));
}

/** A result to compare: without the time that it took. */
function comparable({ status, body, problem, trace }: EngineResult): unknown {
  const text = Buffer.from(body)
    .toString('latin1')
    .replace(/"processingTimeMs":\d+/, '');
  return { status, text, problem, failed: trace !== undefined };
}

/** Returns the beginning of a body, for messages. */
const beginningOf = (body: Uint8Array) => Buffer.from(body.subarray(0, 200)).toString();

/** Asserts that a body has the same result in all ways, the second time too. */
function assertSame(operation: EngineOperation, body: Uint8Array): EngineResult {
  const whole = wholeResult(operation, body);
  for (let time = 0; time < 2; time++) {
    assert.deepEqual(comparable(engine.execute(operation, body)), comparable(whole), beginningOf(body));
    const inline = engine.executeInline(operation, body);
    if (inline !== undefined) assert.deepEqual(comparable(inline), comparable(whole), beginningOf(body));
  }
  return whole;
}

/** What may be between the quotes of a text: well-formed, malformed, and what ends it too soon. */
const texts = [
  '',
  'b\\na',
  'plain',
  'é日😀',
  '\\"quoted\\"',
  '\\\\',
  '\\\\\\"',
  '\\u00e9\\ud83d\\ude00\\ud800',
  'https://a.example/?utm_source=x&b=1',
  // Malformed.
  '\\',
  '\\\\\\',
  '\\x',
  '\\u12',
  '\n',
  '\t',
  '\0',
  // More than a text.
  '","input":"second',
  '","steps":["lower-case"],"x":"',
  '"},{"a":"',
  '","__proto__":{"a":"b"},"url":"',
  'a", "trace":true, "b": "c',
  'a"',
  '"',
].map((text) => Buffer.from(text));
texts.push(...['80', 'c3', 'eda080', 'f4908080', '61c3', 'ff22'].map((hex) => Buffer.from(hex, 'hex')));

/** Shapes by operation, with `~` where the text is. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  run: [
    '{"input":"~","steps":["trim-lines","upper-case"]}',
    '{"steps":["upper-case"],"input":"~"}',
    ' {\r\n\t"input" : "~" ,\n"steps" : [ "upper-case" ] } ',
    '{"input":"~","steps":[{"toolSlug":"find-replace","config":{"find":"a","replace":"é日"}}]}',
    '{"input":"~","steps":["upper-case"],"trace":true}',
    '{"input":"~","steps":["js-minifier"]}',
    '{"input":"~","steps":["no-such-tool"]}',
    '{"input":"~","steps":[]}',
    '{"input":"~","steps":7}',
    '{"input":"~"}',
    '{"input":"~","steps":["upper-case"],"other":1}',
    '{"input":"~","steps":["upper-case"],"__proto__":{"trace":true}}',
    '{"__proto__":{"input":"~"},"steps":["upper-case"]}',
    '{"inp\\u0075t":"~","steps":["upper-case"]}',
    '{"inp\\u0075t":"first","input":"~","steps":["upper-case"]}',
    '{"input":"~","steps":["upper-case"],"inp\\u0075t":"last"}',
    '{"input":"~","input":"last","steps":["upper-case"]}',
    '{"input":"first","input":"~","steps":["upper-case"]}',
    '{"input":7,"input":"~","steps":["upper-case"]}',
    '{"steps":[{"toolSlug":"upper-case","config":{"input":"~"}}],"input":"x"}',
    '{"steps":[{"toolSlug":"upper-case","config":{"input":"~"}}]}',
    '{"input":["~"],"steps":["upper-case"]}',
    '{"input":"~","steps":["upper-case"],}',
    '{"input":"~","steps":["upper-case"]',
    '{"input":"~","steps":["upper-case"]}}',
    '[{"input":"~","steps":["upper-case"]}]',
    '{"x\\"input":"~","steps":["upper-case"]}',
    '{"steps":["input"],"a":"input":"~"}',
    '\ufeff{"input":"~","steps":["upper-case"]}',
    '\ufeff {"steps":["upper-case"], "input":"~"}',
    '\ufeff\ufeff{"input":"~","steps":["upper-case"]}',
    '\u00ef\u00bb\u00bf{"input":"~","steps":["upper-case"]}',
    '"input":"~"',
  ],
  'run-page': [
    '{"input":"~","steps":["upper-case"]}',
    '{"input":"~","steps":["upper-case"],"resultOffset":1,"resultLimit":2}',
  ],
  sanitize: [
    '{"input":"~"}',
    '{"input":"~","explain":true}',
    '{"input":"~","profile":"extended","keepParams":["b"]}',
    '{"input":"~","urls":["https://a.example/"]}',
    '{"input":"~","url":""}',
    '{"input":"~","profile":"none"}',
    '{"url":"~"}',
  ],
  'sanitize-page': ['{"input":"~","resultLimit":1,"explain":true}'],
  'sort-dedupe': [
    '{"input":"~"}',
    '{"input":"~","lines":["a"]}',
    '{"input":"~","lines":[]}',
    '{"input":"~","direction":"desc","ignoreCase":true}',
    '{"lines":["~"]}',
  ],
  'sort-dedupe-page': ['{"input":"~","resultLimit":1}'],
};

const withText = (shape: string, text: Uint8Array) => {
  const [before = '', after = ''] = shape.split('~');
  return Buffer.concat([Buffer.from(before), text, Buffer.from(after)]);
};

describe('a request has the same result whether its shape is known or not', () => {
  for (const [operation, all] of Object.entries(shapes)) {
    for (const shape of all) {
      test(`${operation} ${JSON.stringify(shape)}`, () => {
        for (const text of texts) assertSame(operation as EngineOperation, withText(shape, text));
      });
    }
  }

  test('with any bytes around its text', () => {
    const malformed = ['80', 'c3', 'e697', 'ff'].map((hex) => Buffer.from(hex, 'hex'));
    for (const bad of malformed) {
      for (const member of ['"steps":["upper-case"]', '"steps":["ü"]']) {
        const [first = '', last = ''] = member.split(/(?=\])/);
        for (const text of texts.slice(0, 6)) {
          const steps = Buffer.concat([Buffer.from(first), bad, Buffer.from(last)]);
          const comma = Buffer.from(',');
          const input = withText('"input":"~"', text);
          for (const members of [
            [steps, comma, input],
            [input, comma, steps],
          ]) {
            const { status } = assertSame('run', Buffer.concat([Buffer.from('{'), ...members, Buffer.from('}')]));
            assert.equal(status, 400);
          }
        }
      }
    }
  });

  test('if it is one with changed bytes', () => {
    const body = fc.constantFrom(...Object.entries(shapes)).chain(([operation, all]) =>
      fc.record({
        operation: fc.constant(operation as EngineOperation),
        shape: fc.constantFrom(...all),
        text: fc.oneof(
          fc.constantFrom(...texts),
          fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
        ),
        at: fc.nat(200),
        drop: fc.nat(2),
        insert: fc.oneof(
          fc.uint8Array({ maxLength: 2 }),
          fc.constantFrom('"', '\\', '\\"', '~', ' ', ',', '"input":"').map((text) => Buffer.from(text)),
        ),
      }),
    );
    fc.assert(
      fc.property(body, ({ operation, shape, text, at, drop, insert }) => {
        const original = withText(shape, text);
        assertSame(operation, original);
        const place = at % (original.length + 1);
        const changed = [original.subarray(0, place), insert, original.subarray(place + drop)];
        assertSame(operation, Buffer.concat(changed));
      }),
      { seed: 12, numRuns: 3_000 },
    );
  });

  test('if its text is long', () => {
    const long = Buffer.from(JSON.stringify('é "b" \\ \n日'.repeat(6_000)).slice(1, -1));
    for (const shape of shapes.run ?? []) {
      for (const end of ['', '\\', '\\x', '","input":"last']) {
        assertSame('run', withText(shape, Buffer.concat([long, Buffer.from(end)])));
      }
    }
    const tooLong = Buffer.alloc(500_001, 'a');
    for (const steps of ['["upper-case"]', '["no-such-tool"]', '[]']) {
      const { problem } = assertSame('run', withText(`{"input":"~","steps":${steps}}`, tooLong));
      assert.equal(problem?.code, 'input-too-large');
    }
  });

  test('if its shape is as long as the longest that is remembered, or longer', () => {
    for (const characters of [16_300, 16_383, 16_400, 60_000]) {
      const shape = `{"input":"~","steps":["upper-case"]${' '.repeat(characters - 36)}}`;
      for (const text of ['a', 'b', '\\']) assertSame('run', withText(shape, Buffer.from(text)));
    }
  });

  test('if there are more shapes than are remembered', () => {
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 1_500; index++) {
        const config = `{"find":"a","replace":"${index}"}`;
        const body = `{"input":"a${round}","steps":[{"toolSlug":"find-replace","config":${config}}]}`;
        const { result } = JSON.parse(Buffer.from(engine.execute('run', Buffer.from(body)).body).toString());
        assert.equal(result, `${index}${round}`);
      }
    }
  });
});

describe('what is too much for the event loop', () => {
  const inline = (operation: EngineOperation, body: string) => engine.executeInline(operation, Buffer.from(body));
  const minified = (text: string) => `{"input":"${text}","steps":["trim-lines","js-minifier"]}`;

  test('is recognized by its shape: nobody reads its text', () => {
    assert.equal(inline('run', minified('a')), undefined);
    assert.equal(inline('run', minified('\\malformed')), undefined);
    assert.equal(engine.execute('run', Buffer.from(minified('\\malformed'))).problem?.code, 'invalid-json');
  });

  test('is recognized by the length of its text', () => {
    const long = (bytes: number, steps: number) =>
      `{"input":"${'x'.repeat(bytes)}","steps":${JSON.stringify(Array(steps).fill('upper-case'))}}`;
    assert.equal(inline('run', long(1_000, 2))?.status, 200);
    assert.equal(inline('run', long(8_000, 25)), undefined);
    assert.equal(inline('run', long(8_000, 25).replace('xx', '\\x')), undefined);
    assert.equal(inline('run', `{${' '.repeat(50_000)}`), undefined);
  });

  test('is recognized by the number of its lines before they are read', () => {
    const list = JSON.stringify({ lines: Array.from({ length: 1_000 }, (_, index) => `${index}`) });
    assert.equal(inline('sort-dedupe', list), undefined);
    assert.equal(inline('sort-dedupe', list.slice(0, -1)), undefined);
    const text = JSON.stringify({ input: Array.from({ length: 1_000 }, (_, index) => `${index}`).join('\n') });
    assert.equal(inline('sort-dedupe', text), undefined);
    assert.equal(inline('sort-dedupe', text.slice(0, -1)), undefined);
  });

  test('is still recognized if only its end has many lines', () => {
    const lines = ['x'.repeat(2_000), ...Array.from({ length: 1_300 }, (_, index) => `${index}`)];
    for (const request of [{ lines }, { input: lines.join('\n') }]) {
      assert.equal(inline('sort-dedupe', JSON.stringify(request)), undefined);
    }
  });
});
