import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { lines, linesNames } from '../../../bench/corpora.js';
import { bothWays, runBothWays } from '../../support/both-ways.js';
import { chainBody } from '../../support/chain-bodies.js';
import { isFullForm } from '../../support/sample-size.js';
import { alphabets } from '../../support/sort-bodies.js';

const engines = bothWays(undefined, {
  // Nothing stops its steps: V8 starts a thread for each step that it may have to stop.
  runStep: (_step, execute) => execute(() => undefined),
  now: () => 0,
});

type Step = string | { readonly toolSlug: string; readonly config: object };

/** Runs a request both ways. @returns its result, or 'left' if the kernels left it to the others. */
function byKernels(request: object | string | Buffer, used = engines): string | 'left' {
  const body = Buffer.isBuffer(request)
    ? request
    : Buffer.from(typeof request === 'string' ? request : JSON.stringify(request));
  const { result, isByKernels } = runBothWays(used, 'run', body);
  return isByKernels ? (JSON.parse(Buffer.from(result.body).toString()) as { result: string }).result : 'left';
}

const bodiesOfEach = isFullForm ? 54_000 : 250;
const first = isFullForm ? randomInt(2 ** 31) : 1;

for (const [name, parts] of Object.entries(alphabets)) {
  test(`random chains have the same result with kernels and without: ${name}`, (t) => {
    let count = 0;
    for (let seed = first; seed < first + bodiesOfEach; seed++) {
      if (runBothWays(engines, 'run', chainBody(seed, parts), `chainBody(${seed}) of ${name}`).isByKernels) count++;
    }
    t.diagnostic(`seeds from ${first}: ${count} of ${bodiesOfEach} by kernels`);
    assert.ok(count > bodiesOfEach / 4, `${count} of ${bodiesOfEach} by kernels`);
  });
}

const chain = ['trim-lines', 'remove-duplicate-lines', 'upper-case'];

describe('what the kernels do and what they leave', () => {
  const done = 'A\nB\n';
  const input = ' a\nb \na\n';
  const rows: [title: string, request: object | string | Buffer, result: string][] = [
    ['a chain', { input, steps: chain }, done],
    ['one step', { input, steps: ['upper-case'] }, ' A\nB \nA\n'],
    ['a text without line ends', { input: ' straße ', steps: chain }, 'STRASSE'],
    ['an empty text', { input: '', steps: chain }, ''],
    ['nothing that is left', { input: '\n \n', steps: ['remove-blank-lines', 'sort-lines'] }, ''],
    ['line ends of Windows', { input: input.replaceAll('\n', '\r\n'), steps: chain }, 'A\r\nB\r\n'],
    ['old line ends', { input: input.replaceAll('\n', '\r'), steps: chain }, 'A\rB\r'],
    ['a last line that becomes empty', { input: 'b\n ', steps: ['trim-lines', 'reverse-lines'] }, 'b\n'],
    ['the same in one step', { input: 'b\n ', steps: [{ toolSlug: 'dedupe-sort', config: { trim: true } }] }, '\nb'],
    ['no trace', { input, steps: chain, trace: false }, done],
    ['steps before the text', `{"steps":${JSON.stringify(chain)},"input":${JSON.stringify(input)}}`, done],
    ['white space', `\n{ "input" :\t${JSON.stringify(input)} ,\r\n "steps": ${JSON.stringify(chain)} } \n`, done],
    ['a byte order mark', `\ufeff${JSON.stringify({ input, steps: chain })}`, done],
    ['escapes', `{"input":"\\u0020a\\u000ab \\n\\u0061\\n","steps":${JSON.stringify(chain)}}`, done],
    ['what looks like the end of a text', { input: '","steps":["x"]}', steps: ['upper-case'] }, '","STEPS":["X"]}'],
    [
      'a config that has the name of the steps',
      { input: 'a', steps: [{ toolSlug: 'trim-lines', config: { chars: '"steps"' } }] },
      'left',
    ],
    ['different line ends', { input: 'a\nb\r\n', steps: chain }, 'left'],
    ['halves of a pair', `{"input":"\\ud83d\\ude00","steps":${JSON.stringify(chain)}}`, 'left'],
    ['half of a pair', `{"input":"\\ud83d","steps":${JSON.stringify(chain)}}`, 'left'],
    ['a dot above I', { input: 'I\u0307', steps: ['lower-case'] }, 'left'],
    ['a final sigma', { input: 'ΟΔΟΣ', steps: ['lower-case'] }, 'left'],
    ['a letter that becomes two others', { input: 'ŉ', steps: ['upper-case'] }, 'left'],
    ['letters of three bytes', { input: 'ẞ', steps: ['lower-case'] }, 'left'],
    ['another language', { input, steps: [{ toolSlug: 'upper-case', config: { locale: 'tr' } }] }, 'left'],
    ['another tool', { input, steps: [...chain, 'collapse-whitespace'] }, 'left'],
    ['a tool that does not exist', { input, steps: [...chain, 'x'] }, 'left'],
    ['a group', { input, steps: [{ each: 'line', steps: chain }] }, 'left'],
    ['a trace', { input, steps: chain, trace: true }, 'left'],
    ['several texts', { inputs: [input], steps: chain }, 'left'],
    ['two texts', `{"input":"a","steps":${JSON.stringify(chain)},"input":"b"}`, 'left'],
    ['no end', JSON.stringify({ input, steps: chain }).slice(0, -1), 'left'],
    ['too many characters', { input: 'a'.repeat(500_001), steps: chain }, 'left'],
    ['too many lines', { input: 'a\n'.repeat(131_073), steps: chain }, 'left'],
    ['too many lines to sort', { input: 'a\n'.repeat(20_000), steps: ['sort-lines'] }, 'left'],
    ['more than there is room for', { input: '\u0001'.repeat(400_000), steps: chain }, 'left'],
  ];
  for (const [title, request, result] of rows) test(title, () => assert.equal(byKernels(request), result));

  test('the longest texts', () => {
    for (const part of ['a', 'é', '日', '"abcdefg', '😀', 'abc\n', '\r\n', 'word in a line\n', 'слово\n', '日本\n']) {
      const input = part.repeat(500_000 / part.length);
      // Such texts have too many lines.
      for (const steps of [chain, ['lower-case'], ['reverse-lines']])
        assert.equal(byKernels({ input, steps }) === 'left', part.length < 4 && part.endsWith('\n'), part);
    }
    const many = Array.from({ length: 131_072 }, (_, index) => `${(index * 7919) % 99}`);
    assert.notEqual(byKernels({ input: many.join('\n'), steps: chain }), 'left');
  });

  test('long lists of lines, sorted', () => {
    for (const name of linesNames) {
      const input = lines(name, 12_000).join('\n').slice(0, 500_000);
      const order = { toolSlug: 'sort-lines', config: { order: 'desc' } };
      for (const steps of [
        ['trim-lines', 'remove-duplicate-lines', 'sort-lines'],
        ['dedupe-sort', order],
      ])
        assert.notEqual(byKernels({ input, steps }), 'left');
    }
  });

  test('options of all tools, in all orders of two steps', () => {
    const steps: Step[] = [
      ...['trim-lines', 'remove-blank-lines', 'remove-duplicate-lines', 'upper-case', 'lower-case', 'reverse-lines'],
      ...['head-lines', 'tail-lines', 'sort-lines', 'dedupe-sort'],
      { toolSlug: 'trim-lines', config: { side: 'start', removeBlank: true } },
      { toolSlug: 'trim-lines', config: { side: 'end' } },
      { toolSlug: 'remove-duplicate-lines', config: { keep: 'last', caseSensitive: false, trim: true } },
      { toolSlug: 'head-lines', config: { count: -2 } },
      { toolSlug: 'tail-lines', config: { count: 2 } },
      { toolSlug: 'tail-lines', config: { count: 0 } },
      { toolSlug: 'dedupe-sort', config: { order: 'desc', trim: true, removeBlank: true } },
    ];
    for (const end of ['', '\n', '\n\n', '\n  ']) {
      const input = `b\n A\n\n a\nB \n\t\nb${end}`;
      for (const first of steps)
        for (const second of steps) assert.notEqual(byKernels({ input, steps: [first, second] }), 'left');
    }
  });

  test('a thread with little memory refuses what is too long for it', () => {
    const small = bothWays(undefined, { maxOutput: 100_000 });
    assert.equal(byKernels({ input: 'é'.repeat(50_000), steps: chain }, small), 'É'.repeat(50_000));
    // It might grow.
    assert.equal(byKernels({ input: 'é'.repeat(50_001), steps: chain }, small), 'left');
    assert.equal(byKernels({ input: 'e'.repeat(100_000), steps: chain }, small), 'E'.repeat(100_000));
    assert.equal(byKernels({ input: 'e'.repeat(100_001), steps: chain }, small), 'left');
  });

  test('a response that has no room in the output buffer, and one that overwrites its body', () => {
    const body = Buffer.from(JSON.stringify({ input: 'ü"\\\n'.repeat(100), steps: ['reverse-lines'] }));
    const expected = Buffer.from(engines.engine.execute('run', body).body);
    const short = Buffer.alloc(expected.byteLength - 1, 7);
    assert.deepEqual(Buffer.from(engines.engine.execute('run', body, short).body), expected);
    assert.ok(short.every((byte) => byte === 7));
    const shared = new Uint8Array(new SharedArrayBuffer(body.byteLength + 200));
    shared.set(body);
    const overwritten = engines.engine.execute('run', shared.subarray(0, body.byteLength), shared);
    assert.equal(overwritten.body.buffer, shared.buffer);
    assert.deepEqual(Buffer.from(overwritten.body), expected);
  });
});

test('every character has its other case, and is white space or not', () => {
  const last = isFullForm ? 0x11_0000 : 0x3100;
  for (let from = 0; from < last; from += 20) {
    const characters = Array.from({ length: 20 }, (_, index) => from + index)
      .filter((codePoint) => codePoint < 0xd800 || (codePoint > 0xdfff && codePoint < last))
      .map((codePoint) => String.fromCodePoint(codePoint));
    const input = characters.map((character) => `${character}a${character}`).join('\n');
    for (const steps of [['upper-case'], ['lower-case'], ['trim-lines']])
      runBothWays(engines, 'run', Buffer.from(JSON.stringify({ input, steps })));
  }
});

test('what is no UTF-8 is left, wherever it is', () => {
  const bounds = [0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef];
  const bytes = [...bounds, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff];
  const end = `","steps":["reverse-lines"]}`;
  assert.notEqual(byKernels({ input: 'é', steps: ['reverse-lines'] }), 'left');
  const most = isFullForm ? bytes.length ** 4 : bytes.length ** 3;
  for (let number = 0; number < most; number++) {
    const wrong = [number, number / 23, number / 23 ** 2, number / 23 ** 3].map(
      (digit) => bytes[Math.floor(digit) % 23] ?? 0,
    );
    const before = 'x'.repeat(number % 17);
    const body = Buffer.concat([Buffer.from(`{"input":"${before}`), Buffer.from(wrong), Buffer.from(end)]);
    const isTaken = engines.engine.executeOnBytes('run', body) !== undefined;
    assert.equal(isTaken, isUtf8(body), Buffer.from(wrong).toString('hex'));
  }
});
