import { hash } from 'node:crypto';
import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';

/** RFC 9562 section 6.6. */
const namespaces: ReadonlyMap<string, string> = new Map([
  ['dns', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['url', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
  ['oid', '6ba7b812-9dad-11d1-80b4-00c04fd430c8'],
  ['x500', '6ba7b814-9dad-11d1-80b4-00c04fd430c8'],
]);

const uuidLength = 36;

export default defineTool({
  slug: 'uuid-v5-generator',
  title: 'UUID v5 generator',
  description:
    'Generates the name-based UUID (RFC 9562) of each line: the same name in the same namespace always and everywhere has the same UUID. Empty lines stay empty.',
  config: Type.Object({
    namespace: Type.String({
      default: 'url',
      maxLength: uuidLength,
      description: 'Namespace of the names: dns (host names), url, oid or x500, or a UUID of your own',
    }),
    version: Type.Enum([5, 3], { default: 5, description: '5 uses SHA-1, the older 3 uses MD5' }),
  }),
  examples: [
    {
      input: 'www.example.com',
      config: { namespace: 'dns' },
      output: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    },
    {
      input: 'www.example.com',
      config: { namespace: 'dns', version: 3 },
      output: '5df41881-3aed-3515-88a7-2f4a814cf09e',
    },
    {
      input: 'alice\n\nbob\n',
      config: { namespace: '2ed6657d-e927-568b-95e1-2665a8aea6a2' },
      output: 'b8c61985-4ac0-5f83-8a68-bdc666ea32ae\n\na954aba1-730a-5378-b38e-c7bfc75e1e84\n',
    },
    { input: '', output: '' },
  ],
  keepsLines: true,
  run(input, { namespace, version }, limit) {
    const prefix = namespaceBytes(namespace);
    const { lines, lineEnd, final } = splitLines(input);
    const names = lines.reduce((count, line) => count + (line === '' ? 0 : 1), 0);
    const lineEnds = final ? lines.length : Math.max(lines.length - 1, 0);
    limit.check(names * uuidLength + lineEnds * lineEnd.length);
    const uuids = lines.map((line) => (line === '' ? '' : nameBasedUuid(prefix, line, version)));
    return joinLines(uuids, { lineEnd, final });
  },
});

function namespaceBytes(namespace: string): Buffer {
  const uuid = namespaces.get(namespace.toLowerCase()) ?? namespace;
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) {
    throw new ToolError('namespace must be dns, url, oid, x500 or a UUID');
  }
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** RFC 9562 sections 5.3 and 5.5. */
function nameBasedUuid(namespace: Buffer, name: string, version: 3 | 5): string {
  const bytes = Buffer.concat([namespace, Buffer.from(name, 'utf8')]);
  const digest = hash(version === 5 ? 'sha1' : 'md5', bytes, 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const [a, b, c] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16)];
  return `${a}-${b}-${version}${c}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
