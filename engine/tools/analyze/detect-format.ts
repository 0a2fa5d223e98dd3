import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { detectFormats } from '../../text/detection/detect.js';
import type { Detected, Suggestion } from '../../text/detection/detected.js';

export default defineTool({
  slug: 'detect-format',
  title: 'Detect the format',
  description:
    'Tells what a text is, from its first 100,000 characters: JSON, NDJSON, CSV with its delimiter, TSV, YAML, TOML, INI, .env, XML, HTML, Markdown, SQL, CSS, a log and its format, cron, PEM, iCalendar, vCard, front matter, a list of URLs, e-mail addresses, UUIDs, dates or numbers, a query string, a JSON Web Token, Base64, hexadecimal, other encodings, mojibake, an e-mail message or mailbox, a diff, a hash or plain text. Says why, and which tools suit it.',
  config: Type.Object({
    format: Type.Enum(['text', 'json'], {
      default: 'text',
      description:
        'text writes the format, what it is, why, and the tools; json an array of objects, in which each suggestion has steps for a workflow. Text in a wrong encoding is named first, before its format',
    }),
  }),
  examples: [
    {
      input: 'name;city\nAda;London\nAlan;Wilmslow\n',
      output:
        'csv: CSV with semicolons\nReason: the first 3 records have 2 cells each\nDelimiter: ;\nTools: csv-json-converter, ascii-table-generator, csv-to-markdown-table, csv-delimiter-converter',
    },
    {
      input: '{"id":1}\n{"id":2}',
      config: { format: 'json' },
      output:
        '[{"format":"ndjson","name":"JSON lines (NDJSON)","reason":"each line is a JSON object","suggestions":[{"label":"Convert to CSV","steps":[{"toolSlug":"json-ndjson-converter","config":{"direction":"ndjson-to-json"}},{"toolSlug":"csv-json-converter","config":{"direction":"json-to-csv"}}]},{"label":"Convert to JSON","steps":[{"toolSlug":"json-ndjson-converter","config":{"direction":"ndjson-to-json"}}]}]}]',
    },
    {
      input: 'Thank you for the tea.',
      output:
        'prose: plain text\nReason: it has the marks of no other format\nTools: text-statistics, language-detector',
    },
    { input: '', output: 'empty: an empty text\nReason: it has nothing but white space' },
  ],
  run(input, { format }) {
    const found = detectFormats(withoutByteOrderMark(input));
    if (format === 'text') return found.map(described).join('\n\n');
    return JSON.stringify(
      found.map(({ format, label: name, reason, delimiter, suggestions }) => ({
        format,
        name,
        ...(delimiter !== undefined && { delimiter }),
        reason,
        suggestions,
      })),
    );
  },
});

function described({ format, label, reason, delimiter, suggestions }: Detected): string {
  const tools = [...new Set(suggestions.flatMap(toolsOf))];
  const lines = [`${format}: ${label}`, `Reason: ${reason}`];
  if (delimiter !== undefined) lines.push(`Delimiter: ${delimiter}`);
  if (tools.length > 0) lines.push(`Tools: ${tools.join(', ')}`);
  return lines.join('\n');
}

function toolsOf({ steps }: Suggestion): string[] {
  return steps.map((step) => (typeof step === 'string' ? step : step.toolSlug));
}
