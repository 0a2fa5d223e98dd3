import { hash } from 'node:crypto';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { digestOptions, writeDigests } from '../../text/encoding/digests.js';

export default defineTool({
  slug: 'hash-text',
  title: 'Hash',
  description:
    'The digest of the UTF-8 bytes of the text. A lone surrogate, which UTF-8 cannot hold, counts as U+FFFD. MD5, SHA-1 and RIPEMD-160 are for checksums, not for security.',
  config: Type.Object({
    ...digestOptions,
  }),
  examples: [
    { input: 'abc', output: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    { input: '', config: { algorithm: 'md5', uppercase: true }, output: 'D41D8CD98F00B204E9800998ECF8427E' },
    { input: 'abc', config: { algorithm: 'sha1', encoding: 'base64' }, output: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' },
    {
      input: 'a\nb\n',
      config: { algorithm: 'md5', perLine: true },
      output: '0cc175b9c0f1b6a831c399e269772661\n92eb5ffee6ae2fec3ad71c777531578f\n',
    },
  ],
  heavy: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run: (input, config, limit) =>
    writeDigests(input, config, (text) => hash(config.algorithm, text, config.encoding), limit),
});
