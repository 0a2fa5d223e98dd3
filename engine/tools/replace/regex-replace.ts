import { patternTimeMs } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { compilePattern, PatternFlags, PatternSource } from '../../text/patterns/patterns.js';
import { TextWriter } from '../../text/text-writer.js';
import { patternsInLines, replacementInLines } from './regex-replace/patterns-in-lines.js';
import { ReplacementTemplate } from './regex-replace/replacement-template.js';

export default defineTool({
  slug: 'regex-replace',
  title: 'Replace by regular expression',
  description:
    'Replaces what a regular expression matches. The replacement may refer to the match: $& all of it, $1 a group, $<name> a named group. A search that takes longer than a second is stopped.',
  config: Type.Object({
    pattern: PatternSource,
    flags: PatternFlags,
    replacement: Type.String({
      default: '',
      maxLength: 10_000,
      description:
        "What to write instead; $&, $1 to $99, $<name>, $` and $' stand for what they do in JavaScript, $$ for $",
    }),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1_000_000,
      description: 'Replaces at most this many matches, from the start; 0 replaces all',
    }),
  }),
  examples: [
    {
      input: 'Ada Lovelace\nAlan Turing',
      config: { pattern: '(\\w+) (\\w+)', replacement: '$2, $1' },
      output: 'Lovelace, Ada\nTuring, Alan',
    },
    {
      input: '2026-11-21',
      config: { pattern: '(?<year>\\d+)-(?<month>\\d+)-(?<day>\\d+)', replacement: '$<day>.$<month>.$<year>' },
      output: '21.11.2026',
    },
    { input: 'a1b22c333', config: { pattern: '\\d+', replacement: '<$&>', limit: 2 }, output: 'a<1>b<22>c333' },
    { input: 'Cats\ncats', config: { pattern: '^c', flags: 'im', replacement: 'b' }, output: 'bats\nbats' },
    { input: 'ab', config: { pattern: 'x*', replacement: '-' }, output: '-a-b-' },
  ],
  timeLimitMs: patternTimeMs,
  keepsMixedLineEnds: true,
  keepsLines: patternsInLines.map((conditions) => ({ limit: { enum: [0] }, ...replacementInLines, ...conditions })),
  run(input, { pattern: source, flags, replacement, limit: most }, limit) {
    const pattern = compilePattern(source, flags);
    const template = new ReplacementTemplate(replacement, pattern);
    const replaced = new TextWriter();
    let length = input.length;
    let position = 0;
    let count = 0;
    for (const match of pattern.matches(input)) {
      const written = template.pieces(match, input);
      length += match.start - match.end;
      for (const piece of written) length += piece.length;
      limit.check(length);
      replaced.write(input.slice(position, match.start));
      for (const piece of written) replaced.write(piece);
      position = match.end;
      count++;
      if (count === most) break;
    }
    replaced.write(input.slice(position));
    return replaced.toString();
  },
});
