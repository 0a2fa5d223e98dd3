import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { readUlid, readUuid, ulidOf, uuidOf } from './uuid-parser/identifiers.js';
import { uuidFacts } from './uuid-parser/uuid-facts.js';

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
  heavy: true,
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
