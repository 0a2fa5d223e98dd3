import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { splitLines } from '../../text/lines/lines.js';
import { countCodePoints } from '../../text/unicode/code-points.js';
import { countWhiteSpace } from '../../text/unicode/white-space.js';
import { countSentences } from '../../text/words/sentences.js';
import { countParagraphs, countWords } from '../../text/words/words.js';

export default defineTool({
  slug: 'text-statistics',
  title: 'Text statistics',
  description:
    'Counts characters (code points), words, sentences, lines, paragraphs and UTF-8 bytes, and estimates the reading time in whole seconds, rounded up. A word is a run of letters and digits with apostrophes, hyphens or decimal points inside; a Chinese or Japanese character is a word. A sentence ends at . ! ? or … (not after an abbreviation) or with its paragraph, and a paragraph at a blank line.',
  config: Type.Object({
    format: Type.Enum(['text', 'json'], {
      default: 'text',
      description: 'text writes one figure per line; json writes an object for other programs',
    }),
    wpm: Type.Integer({
      default: 200,
      minimum: 50,
      maximum: 1000,
      description: 'Words per minute, for the reading time',
    }),
  }),
  examples: [
    {
      input: 'Hello, world. How are you?\n',
      output:
        'Characters: 27\nCharacters without white space: 22\nWords: 5\nSentences: 2\nLines: 1\nParagraphs: 1\nUTF-8 bytes: 27\nReading time: 2 s',
    },
    {
      input: 'naïve 👍\n\n中文',
      config: { format: 'json' },
      output:
        '{\n  "characters": 11,\n  "charactersWithoutWhiteSpace": 8,\n  "words": 3,\n  "sentences": 2,\n  "lines": 3,\n  "paragraphs": 2,\n  "bytes": 19,\n  "readingTimeSeconds": 1\n}',
    },
    {
      input: '',
      output:
        'Characters: 0\nCharacters without white space: 0\nWords: 0\nSentences: 0\nLines: 0\nParagraphs: 0\nUTF-8 bytes: 0\nReading time: 0 s',
    },
  ],
  run: (input, { format, wpm }) => {
    const { lines } = splitLines(input);
    const characters = countCodePoints(input);
    const words = countWords(input);
    const statistics: Statistics = {
      characters,
      charactersWithoutWhiteSpace: characters - countWhiteSpace(input),
      words,
      sentences: countSentences(lines),
      lines: lines.length,
      paragraphs: countParagraphs(lines),
      bytes: Buffer.byteLength(input),
      readingTimeSeconds: Math.ceil((words * 60) / wpm),
    };
    return format === 'json' ? JSON.stringify(statistics, null, 2) : describe(statistics);
  },
});

interface Statistics {
  readonly characters: number;
  readonly charactersWithoutWhiteSpace: number;
  readonly words: number;
  readonly sentences: number;
  readonly lines: number;
  readonly paragraphs: number;
  readonly bytes: number;
  readonly readingTimeSeconds: number;
}

function describe(statistics: Statistics): string {
  return [
    `Characters: ${statistics.characters}`,
    `Characters without white space: ${statistics.charactersWithoutWhiteSpace}`,
    `Words: ${statistics.words}`,
    `Sentences: ${statistics.sentences}`,
    `Lines: ${statistics.lines}`,
    `Paragraphs: ${statistics.paragraphs}`,
    `UTF-8 bytes: ${statistics.bytes}`,
    `Reading time: ${formatDuration(statistics.readingTimeSeconds)}`,
  ].join('\n');
}

/** Writes `45 s`, `1 min 30 s`, `2 h 5 min`. */
function formatDuration(totalSeconds: number): string {
  const [hours, minutes, seconds] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ];
  const parts = [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`, seconds > 0 && `${seconds} s`];
  return parts.filter((part) => part !== false).join(' ') || '0 s';
}
