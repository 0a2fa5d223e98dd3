import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';

export default defineTool({
  slug: 'uuid-parser',
  title: 'UUID and ULID parser',
  description:
    'Reads a UUID (RFC 9562) or ULID on each line, in any case, with braces, urn:uuid: or without hyphens, and writes its version, variant and time as a JSON object on one line, or the same identifier in another form.',
  config: Type.Object({
    format: Type.Enum(['json', 'uuid', 'hex', 'urn', 'ulid'], {
      default: 'json',
      description:
        'What to write: the facts as JSON; or the identifier as a UUID, 32 hexadecimal digits, a URN, or a ULID, which has the same 128 bits',
    }),
    invalid: invalidLines('is not a UUID or ULID'),
  }),
  examples: [
    {
      input: '017F22E2-79B0-7CC3-98C4-DC0C0C07398F',
      output:
        '{"uuid":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","ulid":"01FWHE4YDGFK1SHH6W1G60EECF","variant":"RFC 9562","version":7,"time":"2022-02-22T19:22:22.000Z"}',
    },
    {
      input: '{c232ab00-9414-11ec-b3c8-9f6bdeced846}',
      output:
        '{"uuid":"c232ab00-9414-11ec-b3c8-9f6bdeced846","ulid":"626ANG150M27PB7J4ZDFFCXP26","variant":"RFC 9562","version":1,"time":"2022-02-22T19:22:22.000Z","clockSequence":13256,"node":"9f:6b:de:ce:d8:46"}',
    },
    {
      input: '01ARZ3NDEKTSV4RRFFQ69G5FAV\nurn:uuid:00000000-0000-0000-0000-000000000000\n',
      config: { format: 'uuid' },
      output: '01563e3a-b5d3-d676-4c61-efb99302bd5b\n00000000-0000-0000-0000-000000000000\n',
    },
    {
      input: 'x\n\n00000000000000000000000000000001',
      config: { format: 'uuid', invalid: 'drop' },
      output: '00000000-0000-0000-0000-000000000001',
    },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { format, invalid }, limit) {
    const convert = (line: string) => {
      const hex = readUuid(line) ?? readUlid(line);
      if (hex === undefined) return notAnIdentifier;
      switch (format) {
        case 'json':
          return JSON.stringify({
            uuid: uuidOf(hex),
            ulid: ulidOf(hex),
            ...(readUuid(line) === undefined ? ulidFacts(hex) : uuidFacts(hex)),
          });
        case 'uuid':
          return uuidOf(hex);
        case 'hex':
          return hex;
        case 'urn':
          return `urn:uuid:${uuidOf(hex)}`;
        case 'ulid':
          return ulidOf(hex);
      }
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});

const notAnIdentifier = new LineProblem('not a UUID or ULID');

/** The first 48 bits of a ULID are its time in milliseconds, whatever the rest is. */
function ulidFacts(hex: string) {
  return { time: new Date(Number.parseInt(hex.slice(0, 12), 16)).toJSON() };
}

/** Crockford's Base32, without I, L, O and U. */
const ulidDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Reads a UUID. Returns its 32 hexadecimal digits in lower case, or undefined if it is invalid. */
function readUuid(text: string): string | undefined {
  const bare = /^\{(.*)\}$/.exec(text)?.[1] ?? text.replace(/^urn:uuid:/i, '');
  if (!/^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(bare)) return undefined;
  return bare.replaceAll('-', '').toLowerCase();
}

/**
 * Reads a ULID: 26 digits of Crockford's Base32, including I and L for 1 and O for 0. The first is at most 7, since 26
 * digits have 130 bits. Returns 32 hexadecimal digits, or undefined if it is invalid.
 */
function readUlid(text: string): string | undefined {
  if (!/^[0-7oil][\da-hjkmnp-tv-zoil]{25}$/i.test(text)) return undefined;
  const digits = text.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  let value = 0n;
  for (const digit of digits) value = value * 32n + BigInt(ulidDigits.indexOf(digit));
  return value.toString(16).padStart(32, '0');
}

/** Returns the usual form of 32 hexadecimal digits. */
function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the ULID with the bits of 32 hexadecimal digits. */
function ulidOf(hex: string): string {
  let value = BigInt(`0x${hex}`);
  let ulid = '';
  for (let i = 0; i < 26; i++) {
    ulid = ulidDigits.charAt(Number(value & 31n)) + ulid;
    value >>= 5n;
  }
  return ulid;
}

/** The information in a UUID. */
interface UuidFacts {
  readonly variant: 'RFC 9562' | 'NCS' | 'Microsoft' | 'future' | 'nil' | 'max';
  readonly version?: number;
  /** When it was created, in UTC and milliseconds. */
  readonly time?: string;
  readonly clockSequence?: number;
  /** Usually the MAC address of the machine. */
  readonly node?: string;
}

/** 100-nanosecond units from 15 October 1582, the beginning of the Gregorian calendar, to 1970. */
const gregorianOffset = 0x01b21dd213814000n;

/** Returns the information in a UUID by RFC 9562. @param hex - 32 digits in lower case. */
function uuidFacts(hex: string): UuidFacts {
  if (/^0+$/.test(hex)) return { variant: 'nil' };
  if (/^f+$/.test(hex)) return { variant: 'max' };
  const variantBits = Number.parseInt(hex.charAt(16), 16);
  if (variantBits < 8) return { variant: 'NCS' };
  if (variantBits >= 12) return { variant: variantBits < 14 ? 'Microsoft' : 'future' };
  const version = Number.parseInt(hex.charAt(12), 16);
  return { variant: 'RFC 9562', version, ...versionFacts(hex, version) };
}

function versionFacts(hex: string, version: number): Partial<UuidFacts> {
  const machine = {
    clockSequence: Number.parseInt(hex.slice(16, 20), 16) & 0x3fff,
    node: hex.slice(20).replace(/..(?!$)/g, '$&:'),
  };
  switch (version) {
    case 1:
      return { time: gregorianTime(hex.slice(13, 16) + hex.slice(8, 12) + hex.slice(0, 8)), ...machine };
    case 6:
      return { time: gregorianTime(hex.slice(0, 12) + hex.slice(13, 16)), ...machine };
    case 7:
      return { time: new Date(Number.parseInt(hex.slice(0, 12), 16)).toJSON() };
    default:
      return {};
  }
}

/** @param ticks - 60 bits in hexadecimal. */
function gregorianTime(ticks: string): string {
  const sinceEpoch = BigInt(`0x${ticks}`) - gregorianOffset;
  // Rounds towards the past before 1970 as well, like the date.
  const milliseconds = (sinceEpoch - (((sinceEpoch % 10_000n) + 10_000n) % 10_000n)) / 10_000n;
  return new Date(Number(milliseconds)).toJSON();
}
