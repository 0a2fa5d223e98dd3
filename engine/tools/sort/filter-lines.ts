import { patternTimeMs } from '../../core/limits.js';
import { type Static, Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';
import { contains } from '../../text/patterns/literal-search.js';
import { compilePattern } from '../../text/patterns/patterns.js';
import { foldCase } from '../../text/unicode/case-folding.js';
import { countCodePoints } from '../../text/unicode/code-points.js';

const config = Type.Object({
  match: Type.Enum(['contains', 'starts', 'ends', 'equals', 'regex'], {
    default: 'contains',
    description: 'How to compare a line with the pattern; regex reads it as a regular expression in RE2 syntax',
  }),
  pattern: Type.String({
    default: '',
    maxLength: 2000,
    description:
      'What to search for in every line; every line contains the empty text, so then only the lengths decide',
  }),
  invert: Type.Boolean({ default: false, description: 'Drops the lines that match and keeps the others' }),
  caseSensitive: Type.Boolean({ default: false, description: 'Distinguishes upper and lower case' }),
  minLength: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 500_000,
    description: 'A line matches only if it has at least this many characters',
  }),
  maxLength: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 500_000,
      description: 'A line matches only if it has at most this many characters; any number if omitted',
    }),
  ),
});
type Config = Static<typeof config>;

export default defineLineTool({
  slug: 'filter-lines',
  title: 'Filter lines',
  description:
    'Keeps the lines that match, or removes them: by a text they contain, start or end with or equal, by a regular expression, and by their length.',
  config,
  examples: [
    { input: 'apple pie\nbanana\nPineapple', config: { pattern: 'apple' }, output: 'apple pie\nPineapple' },
    {
      input: 'GET /\n# a comment\nPOST /',
      config: { match: 'starts', pattern: '#', invert: true },
      output: 'GET /\nPOST /',
    },
    { input: 'a1\nb\nc22\n', config: { match: 'regex', pattern: '\\d$' }, output: 'a1\nc22\n' },
    { input: 'a\n\nabc\nabcdef', config: { minLength: 1, maxLength: 3 }, output: 'a\nabc' },
  ],
  eachLineAlone: true,
  timeLimitMs: patternTimeMs,
  transformLines(lines, config) {
    const hasText = textTest(config);
    const { invert, minLength, maxLength = Number.POSITIVE_INFINITY } = config;
    const hasLength = (line: string) => {
      // A line has at least half as many characters as code units.
      if (line.length < minLength || line.length > maxLength * 2) return false;
      const length = minLength > 0 || line.length > maxLength ? countCodePoints(line) : line.length;
      return length >= minLength && length <= maxLength;
    };
    return lines.filter((line) => (hasLength(line) && hasText(line)) !== invert);
  },
});

function textTest({ match, pattern, caseSensitive }: Config): (line: string) => boolean {
  if (match === 'regex') {
    const compiled = compilePattern(pattern, caseSensitive ? '' : 'i');
    return (line) => compiled.test(line);
  }
  const wanted = caseSensitive ? pattern : foldCase(pattern);
  const compare = literalTests[match];
  return caseSensitive ? (line) => compare(line, wanted) : (line) => compare(foldCase(line), wanted);
}

const literalTests = {
  contains,
  starts: (line: string, wanted: string) => line.startsWith(wanted),
  ends: (line: string, wanted: string) => line.endsWith(wanted),
  equals: (line: string, wanted: string) => line === wanted,
};
