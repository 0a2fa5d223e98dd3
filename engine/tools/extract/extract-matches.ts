import { patternTimeMs } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { compilePattern, PatternFlags, PatternSource } from '../../text/patterns/patterns.js';

export default defineTool({
  slug: 'extract-matches',
  title: 'Extract by regular expression',
  description:
    'Extracts everything that a regular expression matches, or one of its groups, one per line or as a JSON array. A search that takes longer than a second is stopped.',
  config: Type.Object({
    pattern: PatternSource,
    flags: PatternFlags,
    group: Type.Union([Type.Integer({ minimum: 0, maximum: 1000 }), Type.String({ minLength: 1, maxLength: 100 })], {
      default: 0,
      description: 'Which group of the pattern to return, by number or name; 0 is the whole match',
    }),
    format: Type.Enum(['text', 'json'], {
      default: 'text',
      description: 'text puts the separator between the matches, json writes an array of strings',
    }),
    separator: Type.String({ default: '\n', maxLength: 10, description: 'Text between two matches' }),
    unique: Type.Boolean({ default: false, description: 'Returns each text once, in the order of first occurrence' }),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: 'Returns at most this many matches, from the start; 0 returns all',
    }),
  }),
  examples: [
    { input: 'a1 b22 c333', config: { pattern: '\\d+' }, output: '1\n22\n333' },
    {
      input: 'name=Ada; lang=en',
      config: { pattern: '(?<key>\\w+)=(?<value>\\w+)', group: 'value', separator: ', ' },
      output: 'Ada, en',
    },
    { input: 'to be or not to be', config: { pattern: '\\w+', unique: true, limit: 3 }, output: 'to\nbe\nor' },
    { input: 'say "hi"', config: { pattern: '".*?"', format: 'json' }, output: '["\\"hi\\""]' },
    { input: 'nothing here', config: { pattern: '\\d' }, output: '' },
  ],
  timeLimitMs: patternTimeMs,
  run(input, config, limit) {
    const pattern = compilePattern(config.pattern, config.flags);
    const group = pattern.groupNumber(config.group);
    const found: string[] = [];
    const seen = new Set<string>();
    let length = 0;
    for (const match of pattern.matches(input)) {
      const span = match.group(group);
      if (span === undefined) continue;
      const text = input.slice(span.start, span.end);
      if (config.unique && seen.has(text)) continue;
      if (config.unique) seen.add(text);
      found.push(text);
      length += text.length + config.separator.length;
      if (found.length === config.limit) break;
    }
    if (config.format === 'json') return JSON.stringify(found);
    limit.check(length - (found.length > 0 ? config.separator.length : 0));
    return found.join(config.separator);
  },
});
