import { ToolError } from '../../core/errors.js';
import { type Static, type TObject, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { decodeKey, keyEncoding } from '../../text/encoding/secret-key.js';
import { type JsonWebToken, parseToken, verifySignature } from './jwt-decoder/json-web-token.js';

const options = {
  part: Type.Enum(['all', 'header', 'payload'], {
    default: 'all',
    description:
      'What to write: only the header or the payload as it is, or everything as one object that includes what is known about the signature and the dates',
  }),
  secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description:
        'Checks the signature of an HS256, HS384 or HS512 token; a token that is not signed with this secret is an error. Without a secret, nothing is checked',
    }),
  ),
  secretEncoding: keyEncoding('secret'),
  now: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 253_402_300_799,
      description:
        'The time, in seconds since 1970, at which output all judges whether the token is expired; without it, expiry is not judged',
    }),
  ),
};

type Config = Static<TObject<typeof options>>;

export default defineTool({
  slug: 'jwt-decoder',
  title: 'JWT decoder',
  description:
    'Shows the header and the payload of a JSON Web Token. Decoding is no proof: anybody can write a token, so the signature counts as not checked unless you give a secret. Public-key signatures are not checked, and encrypted payloads not read.',
  config: Type.Object(options),
  examples: [
    {
      input:
        'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4iLCJleHAiOjE3MDAwMDAwMDB9.s5ODTHNRrXQ-3XXoVej9V9LSZ6FL-nFp21bO5Q0NT9E',
      config: { secret: 'secret', now: 1_700_000_000 },
      output:
        '{\n  "header": {\n    "alg": "HS256"\n  },\n  "payload": {\n    "sub": "ann",\n    "exp": 1700000000\n  },\n  "signature": "valid",\n  "dates": {\n    "exp": "2023-11-14T22:13:20.000Z"\n  },\n  "validity": "expired"\n}',
    },
    {
      input: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4iLCJleHAiOjE3MDAwMDAwMDB9.c2ln',
      config: { part: 'payload' },
      output: '{\n  "sub": "ann",\n  "exp": 1700000000\n}',
    },
    { input: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.', config: { part: 'header' }, output: '{\n  "alg": "none"\n}' },
    { input: '', output: '' },
  ],
  run(input, config, limit) {
    if (input.trim() === '') return '';
    const token = parseToken(input, limit);
    if (config.secret !== undefined) {
      verifySignature(token, decodeKey(config.secret, config.secretEncoding, 'secret'));
    }
    if (config.part === 'header') return token.header;
    if (config.part === 'all') return describeToken(token, config, limit);
    if (token.payload !== undefined) return token.payload;
    throw new ToolError('the payload of this token is encrypted');
  },
});

function describeToken(token: JsonWebToken, { secret, now }: Config, limit: OutputLimit): string {
  const members = [`"header": ${indented(token.header, limit)}`];
  if (token.payload === undefined) members.push('"payload": "encrypted"');
  else {
    members.push(`"payload": ${indented(token.payload, limit)}`);
    const unsigned = token.algorithm?.toLowerCase() === 'none';
    members.push(`"signature": "${secret !== undefined ? 'valid' : unsigned ? 'none' : 'not checked'}"`);
    const dates = datesOf(token.payload);
    if (dates.size > 0) members.push(`"dates": ${indented(writeDates(dates), limit)}`);
    if (now !== undefined) members.push(`"validity": "${validityAt(now, dates)}"`);
  }
  return `{\n  ${members.join(',\n  ')}\n}`;
}

/** Indents a member of an object. */
function indented(json: string, limit: OutputLimit): string {
  let length = json.length;
  for (let at = json.indexOf('\n'); at !== -1; at = json.indexOf('\n', at + 1)) length += 2;
  limit.check(length);
  return json.replaceAll('\n', '\n  ');
}

/** The registered claims that are dates, in seconds since 1970. @see RFC 7519 section 4.1 */
const dateClaims = ['iat', 'nbf', 'exp'] as const;
type Dates = ReadonlyMap<(typeof dateClaims)[number], number>;

/** The range of a `Date`, in seconds. @see ECMA-262 section 21.4.1.1 */
const latestDate = 8.64e12;

function datesOf(payload: string): Dates {
  const claims: unknown = JSON.parse(payload);
  const dates = new Map<(typeof dateClaims)[number], number>();
  if (typeof claims !== 'object' || claims === null) return dates;
  for (const name of dateClaims) {
    const value: unknown = Object.hasOwn(claims, name) ? claims[name as keyof typeof claims] : undefined;
    if (typeof value === 'number' && Math.abs(value) <= latestDate) dates.set(name, value);
  }
  return dates;
}

function writeDates(dates: Dates): string {
  const members = Array.from(dates, ([name, seconds]) => `"${name}": "${new Date(seconds * 1000).toISOString()}"`);
  return `{\n  ${members.join(',\n  ')}\n}`;
}

function validityAt(now: number, dates: Dates): string {
  if (now >= (dates.get('exp') ?? Number.POSITIVE_INFINITY)) return 'expired';
  return now < (dates.get('nbf') ?? Number.NEGATIVE_INFINITY) ? 'not yet valid' : 'current';
}
