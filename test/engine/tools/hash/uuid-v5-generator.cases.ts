import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'uuid-v5-generator';
const dns = { namespace: 'dns' };
const noNamespace = 'namespace must be dns, url, oid, x500 or a UUID';

export default {
  slug,
  cases: [
    ['www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2', dns, 'RFC 9562 appendix A.4'],
    ['www.example.com', '5df41881-3aed-3515-88a7-2f4a814cf09e', { ...dns, version: 3 }, 'RFC 9562 appendix A.2'],
    [
      'www.example.com',
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
      { namespace: '6BA7B810-9DAD-11D1-80B4-00C04FD430C8' },
      'the UUID of the namespace itself, in capitals',
    ],
    [
      'www.example.com\r\n\rwww.example.com\n',
      '2ed6657d-e927-568b-95e1-2665a8aea6a2\r\n\r\n2ed6657d-e927-568b-95e1-2665a8aea6a2\r\n',
      dns,
      'a name a line, with the first line end',
    ],
    ['\n\n', '\n\n'],
    ['a', { error: noNamespace }, { namespace: 'uri' }],
    ['a', { error: noNamespace }, { namespace: '__proto__' }],
    ['a', { error: noNamespace }, { namespace: '6ba7b8109dad11d180b400c04fd430c8' }],
    ['a', { error: 'steps[0].config.namespace must be at most 36 characters long' }, { namespace: 'x'.repeat(37) }],
    ['a', { error: 'steps[0].config.version must be one of: 5, 3' }, { version: 4 }],
  ],
  checks: {
    'every UUID has its version and variant, and 122 bits of the digest': () => {
      const line = fc.string({ unit: 'binary', minLength: 1 }).map((text) => `${text.replace(/[\r\n]/g, '')}x`);
      const namespace = fc.uuid();
      fc.assert(
        fc.property(line, namespace, fc.constantFrom(3, 5), (name, own, version) => {
          const uuid = resultOf(slug, name, { namespace: own, version });
          assert.match(
            uuid,
            new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
          );
          const hash = createHash(version === 5 ? 'sha1' : 'md5').update(Buffer.from(own.replaceAll('-', ''), 'hex'));
          const digest = hash.update(name).digest().subarray(0, 16);
          const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
          for (const value of [digest, bytes]) {
            value[6] = (value[6] ?? 0) & 0x0f;
            value[8] = (value[8] ?? 0) & 0x3f;
          }
          assert.deepEqual(bytes, digest);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'agrees with uuidgen': (t) => {
      for (const namespace of ['dns', 'url', 'oid', 'x500']) {
        for (const [version, option] of [
          [5, '--sha1'],
          [3, '--md5'],
        ] as const) {
          const [output] = shellOracle(t, `uuidgen ${option} --namespace @${namespace} --name a/é`, ['']) ?? [];
          if (output !== undefined) assert.equal(resultOf(slug, 'a/é\n', { namespace, version }), output);
        }
      }
    },
    'checks the limit before it builds its output': () => {
      for (const input of ['', 'a', 'a\n', 'a\r\n\r\nb', '\n\n']) assertAsksForItsSize(slug, input, {});
    },
  },
} satisfies ToolCases;
