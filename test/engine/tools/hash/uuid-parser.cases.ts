import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'uuid-parser';
const uuid = { format: 'uuid' };
const notAnIdentifier = 'not a UUID or ULID';

/** The UUIDs of RFC 9562, appendix A, and what it says of them. */
const facts: Record<string, object> = {
  'C232AB00-9414-11EC-B3C8-9F6BDECED846': { version: 1, time: '2022-02-22T19:22:22.000Z', clockSequence: 0x33c8 },
  '5df41881-3aed-3515-88a7-2f4a814cf09e': { version: 3, variant: 'RFC 9562', time: undefined },
  '919108f7-52d1-4320-9bac-f847db4148a8': { version: 4, node: undefined },
  '2ed6657d-e927-568b-95e1-2665a8aea6a2': { version: 5 },
  '1EC9414C-232A-6B00-B3C8-9F6BDECED846': { version: 6, time: '2022-02-22T19:22:22.000Z', node: '9f:6b:de:ce:d8:46' },
  '017F22E2-79B0-7CC3-98C4-DC0C0C07398F': { version: 7, time: '2022-02-22T19:22:22.000Z' },
  '2489E9AD-2EE2-8E00-8EC9-32D5F69181C0': { version: 8, time: undefined },
  '00000000-0000-0000-0000-000000000000': { variant: 'nil', version: undefined },
  'ffffffff-ffff-ffff-ffff-ffffffffffff': { variant: 'max', version: undefined },
  '00000000-0000-0000-0000-000000000001': { variant: 'NCS' },
  '00000000-0000-0000-c000-000000000046': { variant: 'Microsoft' },
  '00000000-0000-0000-e000-000000000046': { variant: 'future' },
  '00000000-0000-1000-8000-000000000000': { time: '1582-10-15T00:00:00.000Z' },
  '01ARZ3NDEKTSV4RRFFQ69G5FAV': { time: '2016-07-30T23:54:10.259Z', version: undefined },
};

export default {
  slug,
  cases: [
    ['', ''],
    ['\n \n', '\n \n', uuid],
    [
      ' C232AB00941411ECB3C89F6BDECED846\r\n{c232ab00-9414-11ec-b3c8-9f6bdeced846}\r\nURN:UUID:c232ab00-9414-11ec-b3c8-9f6bdeced846',
      Array.from({ length: 3 }, () => 'c232ab00-9414-11ec-b3c8-9f6bdeced846').join('\r\n'),
      uuid,
      'all forms of a UUID',
    ],
    ['oiARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV', { format: 'ulid' }],
    ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'f'.repeat(32), { format: 'hex' }],
    ['919108f752d143209bacf847db4148a8', 'urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8', { format: 'urn' }],
    ...[
      '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
      '01ARZ3NDEKTSV4RRFFQ69G5FAU',
      '01ARZ3NDEKTSV4RRFFQ69G5FA',
      '919108f7-52d1-4320-9bac-f847db4148a',
      '919108f7-52d1-4320-9bacf847db4148a8',
      '{919108f7-52d1-4320-9bac-f847db4148a8',
      '919108f7-52d1-4320-9bac-f847db4148ag',
    ].map((input): ToolCase => [`\n${input}`, { error: `line 2: ${notAnIdentifier}` }]),
    ['x\n\ny', 'invalid: x\n\ninvalid: y', { invalid: 'mark' }],
    ['', { error: 'steps[0].config.format must be one of: json, uuid, hex, urn, ulid' }, { format: 'base64' }],
    [
      `${'0'.repeat(31)}1\n`.repeat(15_000),
      'urn:uuid:00000000-0000-0000-0000-000000000001\n'.repeat(15_000),
      { format: 'urn' },
      'as many as there may be',
    ],
  ],
  checks: {
    'the facts of identifiers': () => {
      for (const [input, expected] of Object.entries(facts)) {
        const read = JSON.parse(resultOf(slug, input)) as Record<string, unknown>;
        for (const [name, value] of Object.entries(expected)) assert.equal(read[name], value, `${input} ${name}`);
      }
    },
    'a ULID and a UUID are two forms of the same 128 bits': () => {
      fc.assert(
        fc.property(fc.uuid(), (text) => {
          const ulid = resultOf(slug, text, { format: 'ulid' });
          assert.match(ulid, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
          assert.equal(resultOf(slug, ulid, uuid), text);
          assert.equal(resultOf(slug, ulid.toLowerCase(), uuid), text);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
