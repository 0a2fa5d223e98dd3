import { ToolError } from '../../core/errors.js';
import { patternTimeMs } from '../../core/limits.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { quotedJson, typedJson } from '../../text/json/json-records.js';
import type { JsonObject } from '../../text/json/json-tree.js';
import { splitLines } from '../../text/lines/lines.js';
import {
  compilePattern,
  maxPatternCharacters,
  PatternFlags,
  type PatternMatch,
  patternSyntax,
} from '../../text/patterns/patterns.js';
import { invalidRecord, invalidRecordNames, invalidRecords } from '../../text/records/invalid-records.js';
import { member, recordOutputOptions, writeRecords } from '../../text/records/record-output.js';
import { RecordTemplate } from './extract-records/record-template.js';

const config = Type.Object({
  pattern: Type.String({
    default: '',
    maxLength: maxPatternCharacters,
    description: `A regular expression whose named groups, such as (?<name>\\w+), are the members of a record (names have ASCII letters, digits and _). It may match any part of a line; ^ and $ demand all of it. Written ${patternSyntax}`,
  }),
  flags: PatternFlags,
  template: Type.String({
    default: '',
    maxLength: maxPatternCharacters,
    description:
      'Instead of a pattern: text with fields between, such as {ip} [{time}] {status:int} {}, that fits a whole line. A field takes what is before the next occurrence of the text behind it, even nothing; the last field, everything but the text at the end. {} leaves a part out, {{ and }} are braces. The types int and number write numbers, and - as null; word takes one or more characters without white space',
  }),
  collapseBlanks: Type.Boolean({
    default: false,
    description:
      'Template: a blank stands for one or more spaces and tabs, and those at the ends of a line do not count, as in aligned columns',
  }),
  scope: Type.Enum(['lines', 'paragraphs', 'text'], {
    default: 'lines',
    description:
      'What becomes a record: each line that is not blank, each paragraph, that is the lines between blank lines (joined by line feeds), or each match of the pattern in all of the text, where what is between the matches is left out; in lines and paragraphs the first match counts',
  }),
  parseTypes: Type.Boolean({
    default: false,
    description:
      'Writes true, false, null and numbers such as -120.50 and 1.2e-7 as such, where a field has no type; 007, 12E5 and integers past 2^53 stay strings',
  }),
  invalid: invalidRecords('a line or block that does not match'),
  ...recordOutputOptions,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'extract-records',
  title: 'Extract records',
  description:
    'Turns each line, block or match into a record with named members, by a regular expression with named groups or a template such as {date} {level}: {message}. Writes NDJSON, a JSON array or CSV; a group that does not take part is null. A pattern that takes longer than a second is stopped.',
  config,
  examples: [
    {
      input: '192.0.2.1 - ada [10/Oct/2026:13:55:36 +0000] "GET /a?b=1 HTTP/1.1" 200\n::1 - - [x] "GET / HTTP/2" 404\n',
      config: { template: '{ip} - {user} [{time}] "{method} {path} {}" {status:int}' },
      output:
        '{"ip":"192.0.2.1","user":"ada","time":"10/Oct/2026:13:55:36 +0000","method":"GET","path":"/a?b=1","status":200}\n{"ip":"::1","user":"-","time":"x","method":"GET","path":"/","status":404}',
    },
    {
      input: 'Ada Lovelace <ada@example.com>\nGrace Hopper <grace@example.com>',
      config: { pattern: '^(?<name>.+) <(?<email>[^>]+)>$', format: 'csv' },
      output: 'name,email\nAda Lovelace,ada@example.com\nGrace Hopper,grace@example.com',
    },
    {
      input: 'width=12; height=7.5',
      config: { pattern: '(?<key>\\w+)=(?<value>[\\w.]+)', scope: 'text', parseTypes: true, format: 'json' },
      output: '[\n  {"key":"width","value":12},\n  {"key":"height","value":7.5}\n]',
    },
    {
      input: 'disk1   80%\n--\n',
      config: { template: '{disk} {used:int}%', collapseBlanks: true, invalid: 'mark' },
      output: '{"disk":"disk1","used":80}\n{"invalid":"line 2: lacks \\" \\" after disk","unparsed":"--"}',
    },
  ],
  // A table of short lines: 39 bytes were measured.
  heapBytesPerCharacter: 50,
  timeLimitMs: patternTimeMs,
  run(input, config, limit) {
    const reader = readerOf(config);
    if (config.invalid === 'keep' || config.invalid === 'mark') refuseReserved(reader);
    return writeRecords(recordsIn(input, config, reader), config, limit, reader.names);
  },
});

/** What reads the text of one record, or the whole text. */
interface RecordReader {
  /** The names of the members. */
  readonly names: readonly string[];
  /** The option that has the names. */
  readonly option: string;
  /** Returns the values as JSON, or a reason why the text does not match. */
  read(text: string): readonly string[] | string;
  readAll(text: string): Iterable<readonly string[]>;
}

function readerOf(config: Config): RecordReader {
  if ((config.pattern === '') === (config.template === '')) throw new ToolError('give either a pattern or a template');
  if (config.pattern !== '') return patternReader(config);
  if (config.scope === 'text') throw new ToolError('template: works with the scopes lines and paragraphs');
  const template = new RecordTemplate(config.template, config);
  return { names: template.names, option: 'template', read: (text) => template.read(text), readAll: () => [] };
}

function patternReader({ pattern: source, flags, parseTypes }: Config): RecordReader {
  const pattern = compilePattern(source, flags);
  const groups = [...pattern.groupNames];
  if (groups.length === 0) throw new ToolError('pattern: has no named group, such as (?<name>\\w+)');
  const write = parseTypes ? typedJson : quotedJson;
  const valuesOf = (text: string, match: PatternMatch) =>
    groups.map(([, number]) => {
      const span = match.group(number);
      return span === undefined ? 'null' : write(text.slice(span.start, span.end));
    });
  return {
    names: groups.map(([name]) => name),
    option: 'pattern',
    read(text) {
      const [match] = pattern.matches(text);
      return match === undefined ? 'does not match the pattern' : valuesOf(text, match);
    },
    *readAll(text) {
      for (const match of pattern.matches(text)) yield valuesOf(text, match);
    },
  };
}

function refuseReserved({ names, option }: RecordReader): void {
  const reserved = invalidRecordNames.find((name) => names.includes(name));
  if (reserved === undefined) return;
  throw new ToolError(`${option}: the name ${reserved} is for what does not match; choose another, or drop that`);
}

function* recordsIn(input: string, config: Config, reader: RecordReader): Generator<JsonObject> {
  const recordOf = (values: readonly string[]) => ({
    members: reader.names.map((name, i) => member(name, values[i] ?? 'null')),
  });
  if (config.scope === 'text') {
    for (const values of reader.readAll(input)) yield recordOf(values);
    return;
  }
  for (const { text, line } of config.scope === 'lines' ? linesOf(input) : paragraphsOf(input)) {
    const values = reader.read(text);
    const record =
      typeof values === 'string' ? invalidRecord({ text, line, reason: values }, config.invalid) : recordOf(values);
    if (record !== undefined) yield record;
  }
}

interface Part {
  readonly text: string;
  /** The line where it starts, from 1. */
  readonly line: number;
}

function* linesOf(input: string): Generator<Part> {
  for (const [i, text] of splitLines(input).lines.entries()) if (text.trim() !== '') yield { text, line: i + 1 };
}

function* paragraphsOf(input: string): Generator<Part> {
  let block: string[] = [];
  const { lines } = splitLines(input);
  for (let i = 0; i <= lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.trim() !== '') {
      block.push(line);
    } else if (block.length > 0) {
      yield { text: block.join('\n'), line: i - block.length + 1 };
      block = [];
    }
  }
}
