import assert from 'node:assert/strict';
import { isAscii, isUtf8 } from 'node:buffer';
import * as crypto from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { Ajv, type ErrorObject } from 'ajv';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { requestSchemas } from '#engine/execute.js';
import { nodeHashes } from '#engine/text/encoding/digests.js';
import { Ajv as Interpreter } from '#gateway/console/engine/ajv.js';
import {
  Ajv as Interpreter7,
  Ajv2019 as Interpreter2019,
  Ajv2020 as Interpreter2020,
} from '#gateway/console/engine/ajv-drafts.js';
import * as buffers from '#gateway/console/engine/node/buffer.js';
import * as hashes from '#gateway/console/engine/node/crypto.js';
import * as net from '#gateway/console/engine/node/net.js';
import * as standIns from '#gateway/console/engine/stand-ins.js';

const options = { useDefaults: true, allowUnionTypes: true, strictRequired: false, verbose: true } as const;

interface Validate {
  (value: unknown): unknown;
  errors?: readonly Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'message'>[] | null;
}

/** What validation.ts sees of a validator. */
function seen(validate: Validate, given: unknown): unknown {
  const value = structuredClone(given);
  const isValid = validate(value);
  const found = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  const errors = found.map(({ keyword, instancePath, params, message }) => {
    const { type, limit, pattern, additionalProperty, missingProperty } = params as Record<string, unknown>;
    return { keyword, instancePath, type, limit, pattern, additionalProperty, missingProperty, message };
  });
  return { value, isValid, errors };
}

const values = [
  ...[null, true, 0, -1, 1.5, 3, 1e9, Number.MAX_VALUE, '', 'a', 'trim-lines', ' \n', 'ä'.repeat(600), '😀', [], {}],
  ...[[1], ['a'], ['a', 'a'], [[]], [{}], { a: 1 }, { 'a/b~': {} }, [{ toolSlug: 'a' }], [{ steps: [], each: 'line' }]],
  [{ toolSlug: 1 }, 'a'],
  [{ toolSlug: 'a', config: 1 }],
  Array.from({ length: 6_000 }, () => 'a'),
];

test('the interpreter of schemas finds what ajv finds, in the schemas of all tools and requests', async () => {
  const ajv = new Ajv(options);
  const catalogue = await loadCatalogue();
  const schemas = [...requestSchemas.values(), ...Array.from(catalogue.values(), ({ tool }) => tool.config)];
  for (const schema of schemas) {
    const [theirs, ours] = [ajv.compile(schema) as Validate, new Interpreter(options).compile(schema)];
    const names = Object.keys(schema.properties);
    const required = Object.fromEntries((schema.required ?? []).map((name) => [name, 'a']));
    const givens = [
      ...values,
      { ...required, constructor: 1 },
      ...names.flatMap((name) => values.map((value) => ({ ...required, [name]: value, unknown: undefined }))),
      ...names.flatMap((name) => [
        { [name]: [], other: 1 },
        { ...required, [name]: { name: 'a', value: 1, x: null } },
      ]),
    ].map((given) => JSON.parse(JSON.stringify(given)));
    for (const given of givens)
      assert.deepEqual(seen(ours, given), seen(theirs, given), JSON.stringify([schema, given]).slice(0, 2_000));
  }
});

test('the interpreter checks schemas as ajv does', async () => {
  const [{ Ajv2019 }, { Ajv2020 }] = await Promise.all([import('ajv/dist/2019.js'), import('ajv/dist/2020.js')]);
  const keywords =
    '$id $ref $defs type enum const anyOf allOf not if items prefixItems minItems uniqueItems properties required ' +
    'additionalProperties patternProperties dependencies dependentRequired maxLength pattern format multipleOf ' +
    'minimum exclusiveMaximum definitions contains minContains unevaluatedItems default examples $recursiveRef $anchor ' +
    'propertyNames contentMediaType title $comment';
  const schemas = keywords
    .split(' ')
    .flatMap((name) =>
      [
        ...values.slice(0, -1),
        'integer',
        ['string', 'null'],
        ['a', 1],
        '#',
        '(',
        { a: { type: 5 } },
        [{ enum: [] }],
      ].map((value) => ({ [name]: value, properties: { a: { [name]: value } } })),
    );
  const drafts = [
    [Ajv, Interpreter7],
    [Ajv2019, Interpreter2019],
    [Ajv2020, Interpreter2020],
  ] as const;
  for (const [Theirs, Ours] of drafts) {
    const [theirs, ours] = [new Theirs({ strict: false, logger: false }), new Ours()];
    // As checkAgainstDraft does.
    const isDistinct = (items: readonly unknown[]) =>
      new Set(items.map((item) => JSON.stringify(item))).size === items.length;
    const validate = (mustDiffer: boolean, items: readonly unknown[]) => !mustDiffer || isDistinct(items);
    theirs.removeKeyword('uniqueItems');
    theirs.addKeyword({
      ...{ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate },
      error: { message: 'must not have duplicate items' },
    });
    ours.addKeyword({ validate });
    for (const schema of schemas) {
      const expected = theirs.validateSchema(schema) === true ? undefined : theirs.errors?.[0];
      const found = ours.validateSchema(schema) ? undefined : ours.errors?.[0];
      assert.deepEqual(
        [found?.instancePath, found?.message],
        [expected?.instancePath, expected?.message],
        `${Theirs.name} ${JSON.stringify(schema)}`,
      );
    }
  }
});

const texts = [
  '',
  'a',
  'äöü',
  'Grüße, 世界 😀',
  '\ud800',
  'a\udc00b',
  '\ufeffx',
  'x'.repeat(40_000),
  '世'.repeat(20_000),
];
const bytes = [
  [],
  [0],
  [0xff, 0xfe],
  [0xe4, 0xb8],
  [0xef, 0xbb, 0xbf, 0x61],
  [0xf0, 0x9f, 0x98, 0x80, 0xc0],
  [1, 2, 3],
];

test('bytes are encoded and decoded as in Node.js', () => {
  const ours = buffers.Buffer;
  for (const text of texts) {
    assert.equal(ours.byteLength(text), Buffer.byteLength(text));
    for (const encoding of ['utf8', 'utf16le', 'latin1'] as const) {
      const [found, expected] = [ours.from(text, encoding), Buffer.from(text, encoding)];
      assert.deepEqual([...found], [...expected]);
      for (const written of ['utf8', 'utf16le', 'latin1', 'hex', 'base64', 'base64url'] as const)
        assert.equal(found.toString(written), expected.toString(written), `${encoding} ${written}`);
      const memory = ours.alloc(90_000, '=');
      assert.equal(memory.write(text, encoding), expected.length);
      assert.equal(memory.toString(encoding, 0, expected.length), expected.toString(encoding));
    }
  }
  for (const list of bytes) {
    const [found, expected] = [ours.from(list), Buffer.from(list)];
    assert.equal(found.toString(), expected.toString());
    assert.equal(found.toString('utf16le', 1), expected.toString('utf16le', 1));
    assert.deepEqual([buffers.isAscii(found), buffers.isUtf8(found)], [isAscii(expected), isUtf8(expected)]);
    assert.equal(standIns.crc32(found), crc32(expected));
    assert.deepEqual([...ours.concat([found, ours.from('é')])], [...Buffer.concat([expected, Buffer.from('é')])]);
  }
  for (const text of ['', 'YQ==', 'YQ', 'Y', '-_-_', 'Y Q\n=x', '+/+/', '##']) {
    assert.deepEqual([...ours.from(text, 'base64')], [...Buffer.from(text, 'base64')], text);
    assert.deepEqual([...ours.from(text, 'hex')], [...Buffer.from(text, 'hex')], text);
  }
  assert.deepEqual([...ours.from('00ffAb1', 'hex')], [...Buffer.from('00ffAb1', 'hex')]);
  assert.deepEqual([...ours.from('abcd').swap16()], [...Buffer.from('abcd').swap16()]);
});

test('digests are those of Node.js', () => {
  for (const algorithm of nodeHashes) {
    for (const text of texts.slice(0, 6)) {
      assert.equal(hashes.hash(algorithm, text, 'hex'), crypto.hash(algorithm, text, 'hex'), algorithm);
      const expected = crypto.createHmac(algorithm, 'key'.repeat(99)).update(text).digest('base64url');
      assert.equal(
        hashes.createHmac(algorithm, 'key'.repeat(99)).update(text).digest('base64url'),
        expected,
        algorithm,
      );
    }
  }
  for (const algorithm of ['shake128', 'shake256'] as const) {
    const expected = crypto.createHash(algorithm, { outputLength: 99 }).update('a').digest('hex');
    assert.equal(hashes.createHash(algorithm, { outputLength: 99 }).update('a').digest('hex'), expected);
  }
  const digest = hashes.createHash('sha256').update('a').digest();
  assert.equal(digest.readUInt32LE(4), crypto.createHash('sha256').update('a').digest().readUInt32LE(4));
});

test('addresses are those of Node.js', () => {
  const addresses =
    '1.2.3.4 01.2.3.4 256.1.1.1 1.2.3 1.2.3.4.5 :: ::1 1:: 1::2 1:::2 1::2::3 : :1 1: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8:9 ' +
    '1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 1:2:3:4::5:6:7:8 ::ffff:1.2.3.4 ::1.2.3 ::1.2.3.256 1.2.3.4:: ' +
    '1:2:3:4:5:6:1.2.3.4 1:2:3:4:5:6:7:1.2.3.4 1:2:3:4:5::1.2.3.4 1:2:3:4:5:6::1.2.3.4 fe80::1%eth0 fe80::1% fe80::1%a_b ' +
    'fe80::1%a%b 12345:: g:: ABCD::eF 1:2:3:4:5:6:7 ::1.2.3.4:5 0::01.2.3.4';
  for (const address of [...addresses.split(' '), '', ' ::1', '::1\n', '1.2.3.4\n']) {
    assert.equal(net.isIPv4(address), isIPv4(address), address);
    assert.equal(net.isIPv6(address), isIPv6(address), address);
  }
});
