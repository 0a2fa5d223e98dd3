import { type Detected, type Suggestion, suggest } from './detected.js';
import type { Sample } from './sample.js';

/** Longer lines are cut before patterns are tried on them. */
const longestLine = 2_000;

/** Returns the first lines of a text, cut where they are too long for a pattern. */
function linesOf({ lines }: Sample): string[] {
  return lines.map((line) => line.slice(0, longestLine).trim());
}

/** A format that its first line names. */
interface Headed {
  readonly head: RegExp;
  readonly found: Detected;
}

const decodeFields = suggest('Decode the fields', 'mime-header-converter', { direction: 'decode', invalid: 'keep' });
const extractAddresses = suggest('Extract the addresses', 'extract-emails', { unique: true });
/** Long lines of iCalendar and vCard go on after a line end and a blank. */
const unfold = suggest('Join folded lines', 'regex-replace', { pattern: '\\r?\\n[ \\t]' });

const headed: readonly Headed[] = [
  {
    head: /^-----BEGIN (?:[A-Z\d]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/,
    found: {
      format: 'pem',
      label: 'a private key in PEM',
      reason: 'it begins with -----BEGIN and the name of a private key',
      suggestions: [suggest('Redact', 'secret-redactor')],
    },
  },
  {
    head: /^-----BEGIN [A-Z\d][A-Z\d ]{0,60}-----/,
    found: {
      format: 'pem',
      label: 'a certificate or key in PEM',
      reason: 'it begins with -----BEGIN and a name',
      suggestions: [
        suggest('Write in one line of JSON', 'string-escape'),
        suggest('Take the Base64 out', 'filter-lines', { match: 'regex', pattern: '^-----', invert: true }),
      ],
    },
  },
  {
    head: /^BEGIN:VCALENDAR\b/i,
    found: {
      format: 'icalendar',
      label: 'a calendar (iCalendar)',
      reason: 'it begins with BEGIN:VCALENDAR',
      suggestions: [
        unfold,
        suggest('Read as names and values', 'extract-records', { template: '{name}:{value}', invalid: 'mark' }),
      ],
    },
  },
  {
    head: /^BEGIN:VCARD\b/i,
    found: {
      format: 'vcard',
      label: 'an address card (vCard)',
      reason: 'it begins with BEGIN:VCARD',
      suggestions: [
        unfold,
        suggest('Read as names and values', 'extract-records', { template: '{name}:{value}', invalid: 'mark' }),
        extractAddresses,
      ],
    },
  },
  {
    head: /^From \S{1,200} .{1,60}\d{4}$/,
    found: {
      format: 'mbox',
      label: 'a mailbox (mbox)',
      reason: 'it begins with a From line',
      suggestions: [decodeFields, extractAddresses],
    },
  },
  {
    head: /^data:[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w=.+-]{1,80})*;base64,/i,
    found: {
      format: 'data-url',
      label: 'a data URL',
      reason: 'it begins with data: and a media type',
      suggestions: [
        { label: 'Take the Base64 out', steps: [{ toolSlug: 'regex-replace', config: { pattern: '^data:[^,]*,' } }] },
      ],
    },
  },
];

/** Formats whose first line names them: PEM, iCalendar, vCard, mbox, data URLs. */
export function headedKind(sample: Sample): Detected | undefined {
  const [first = ''] = linesOf(sample);
  return headed.find(({ head }) => head.test(first))?.found;
}

/** A text with a head of settings in YAML, TOML or JSON between lines of marks. */
export function frontMatterKind({ lines, isCut }: Sample): Detected | undefined {
  const mark = /^(?:---(?:json|toml)?|\+\+\+)$/i.exec(lines[0]?.trim() ?? '')?.[0];
  if (mark === undefined) return undefined;
  const end = lines.findIndex((line, at) => at > 1 && line.trim() === mark.slice(0, 3));
  // Without a text behind it, it is YAML.
  if (end === -1 || (end === lines.length - 1 && !isCut)) return undefined;
  const settings = lines.slice(1, end);
  if (!settings.every((line) => /^\s*[#{}\]-]|^\s|^["']?[\w.-]{1,100}["']?\s*[:=]/.test(line))) return undefined;
  // The next document of YAML begins with a name as well.
  if (/^[\w.-]{1,100}:(?:\s|$)|^- /.test(lines[end + 1] ?? '')) return undefined;
  return {
    format: 'front-matter',
    label: 'a text with front matter',
    reason: `its first lines are settings between ${mark} and ${mark.slice(0, 3)}`,
    suggestions: [
      suggest('Take the settings', 'front-matter-extractor'),
      suggest('Take the text', 'front-matter-extractor', { part: 'body' }),
    ],
  };
}

const field = '(?:[\\d*?][\\d*,/?LW#-]{0,40}|[A-Za-z]{3}(?:[-,][A-Za-z]{3}){0,11})';
const time = `(?:@(?:yearly|annually|monthly|weekly|daily|midnight|hourly|reboot)|${field}(?:[ \\t]+${field}){4})`;
const cronExpression = new RegExp(`^${time}(?:[ \\t]+${field}){0,2}$`, 'i');
const cronCommand = new RegExp(`^${time}[ \\t]+[^\\s\\d*].{0,1900}$`, 'i');

/** Cron expressions, or the lines of a crontab. */
export function cronKind(sample: Sample): Detected | undefined {
  const written = linesOf(sample).filter((line) => !/^#|^[A-Z_]{1,60}\s?=/.test(line));
  // Five numbers are no expression.
  if (written.length === 0 || !written.some((line) => /[*@]/.test(line))) return undefined;
  if (written.every((line) => cronExpression.test(line))) {
    return {
      format: 'cron',
      label: written.length === 1 ? 'a cron expression' : 'a list of cron expressions',
      reason: 'its fields are those of cron',
      suggestions: [suggest('Describe', 'cron-describer', { invalid: 'keep' })],
    };
  }
  if (!written.every((line) => cronExpression.test(line) || cronCommand.test(line))) return undefined;
  const times = { pattern: '^((?:@\\w+|(?:\\S+[ \\t]+){4}\\S+))[ \\t].*$', replacement: '$1', flags: 'm' };
  return {
    format: 'crontab',
    label: 'a crontab',
    reason: 'its lines begin with the fields of cron',
    suggestions: [
      {
        label: 'Describe the times',
        steps: [
          { toolSlug: 'regex-replace', config: times },
          { toolSlug: 'cron-describer', config: { invalid: 'keep' } },
        ],
      },
    ],
  };
}

/** A log that `log-parser` reads, told by each of its lines. */
interface LogKind {
  readonly line: RegExp;
  /** The value of the option `from`. */
  readonly from: string;
  readonly label: string;
  readonly reason: string;
}

const logs: readonly LogKind[] = [
  {
    line: /^CEF:\d{1,2}\|(?:[^|]{0,300}\|){6}|^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,200} CEF:\d{1,2}\|/,
    from: 'cef',
    label: 'a log in CEF',
    reason: 'lines begin with CEF: and fields between pipes',
  },
  {
    line: /^<\d{1,3}>\d{1,2} (?:-|\d{4}-\d\d-\d\dT\S{8,30}) \S{1,255} \S{1,48} \S{1,128} \S{1,32} (?:-|\[)/,
    from: 'syslog-5424',
    label: 'a syslog (RFC 5424)',
    reason: 'lines begin with a priority, a version and a time',
  },
  {
    line: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]{4,6}\] \d{1,10}#\d{1,10}: /,
    from: 'nginx-error',
    label: 'an error log of nginx',
    reason: 'lines begin with a time, a level and a process as nginx writes them',
  },
  {
    line: /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? \d{4}\] \[[^\]\s]{1,60}\] /,
    from: 'apache-error',
    label: 'an error log of Apache',
    reason: 'lines begin with a time and a level in brackets',
  },
  {
    line: /^(?:(?:https?|h2|grpcs|wss?) )?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z \S{1,200} [\d.a-f:]{3,45}:\d{1,5} (?:-|[\d.a-f:]{3,45}:\d{1,5}) -?[\d.]{1,12} /,
    from: 'elb',
    label: 'a log of a load balancer of AWS',
    reason: 'lines are requests with a client, a target and three durations',
  },
];

const w3cFields = /^#Fields: \S/;
/** Two pairs at least: one is a setting. */
const logfmtLine = /^(?:[\w.@/-]{1,100}=(?:"(?:[^"\\]|\\.){0,1000}"|[^\s"=]{0,500})(?:\s+|$)){2,}/;
/** The other lines may be stack traces. */
const leastShare = 0.6;

/** Logs whose lines are told one by one: CEF, syslog of RFC 5424, errors of nginx and Apache, ELB, W3C, logfmt. */
export function exactLogKind(sample: Sample): Detected | undefined {
  const lines = linesOf(sample);
  const fits = (line: RegExp) =>
    lines.length > 0 && lines.filter((each) => line.test(each)).length >= leastShare * lines.length;
  const found = logs.find(({ line }) => fits(line));
  if (found !== undefined) return logOf(found);
  if (lines.slice(0, 10).some((line) => w3cFields.test(line)) && lines[0]?.startsWith('#')) {
    return logOf({ from: 'w3c', label: 'a log in the W3C format', reason: 'a line begins with #Fields:' });
  }
  if (!fits(logfmtLine)) return undefined;
  return logOf({ from: 'logfmt', label: 'a log in logfmt', reason: 'lines are names with values' });
}

function logOf({ from, label, reason }: Omit<LogKind, 'line'>): Detected {
  return {
    format: from === 'logfmt' || from === 'cef' ? from : `${from}-log`,
    label,
    reason,
    suggestions: [parseLog(from), { label: 'Redact', steps: ['secret-redactor', 'pii-redactor'] }],
  };
}

/** Returns the step that parses a log. Lines that do not fit are marked, and not lost. */
export function parseLog(from: string): Suggestion {
  return suggest('Parse into records', 'log-parser', { from, invalid: 'mark' });
}

/** Text in a code that shows in the text itself. */
interface Code {
  readonly format: string;
  readonly label: string;
  readonly reason: string;
  readonly is: (text: string, lines: readonly string[]) => boolean;
  readonly suggestion: Suggestion;
}

const decode = { direction: 'decode' };
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const codes: readonly Code[] = [
  {
    format: 'user-agent-list',
    label: 'user agents of browsers',
    reason: 'each line begins with the name and version of a program, and a system',
    is: (_text, lines) => lines.every((line) => /^[A-Za-z][\w.-]{1,40}\/\d[\w.]{0,30} \(.{3,300}/.test(line)),
    suggestion: suggest('Read program and system', 'user-agent-parser'),
  },
  {
    format: 'encoded-words',
    label: 'text with encoded words of e-mail headers',
    reason: 'it has =?charset?B?…?= or =?charset?Q?…?=',
    is: (text) => /=\?[\w-]{2,40}(?:\*[\w-]{1,20})?\?[bq]\?[^?\s]{1,75}\?=/i.test(text),
    suggestion: decodeFields,
  },
  {
    format: 'ansi-text',
    label: 'text with colours of a terminal',
    reason: 'it has escape sequences',
    is: (text) => /\u001b\[[\d;]{0,20}m/.test(text),
    suggestion: suggest('Remove colour codes', 'remove-ansi-codes'),
  },
  {
    format: 'binary-digits',
    label: 'a text in binary digits',
    reason: 'it has groups of eight binary digits',
    is: (text) => /^[01]{8}(?:\s[01]{8}){2,}$/.test(text.slice(0, longestLine * 5 + 4)),
    suggestion: suggest('Decode', 'binary-converter', decode),
  },
  {
    format: 'morse-code',
    label: 'Morse code',
    reason: 'it has only dots, dashes and blanks',
    is: (text) =>
      text.length > 8 && /^[.\-·−/|\s]+$/.test(text) && text.includes('.') && /[-−]/.test(text) && / /.test(text),
    suggestion: suggest('Decode', 'morse-code-converter', decode),
  },
  {
    format: 'quoted-printable',
    label: 'text in quoted-printable',
    reason: 'it has bytes such as =C3=BC, or lines that end in =',
    is: (text) =>
      count(text, /(?:=[C-F][\dA-F]=[89AB][\dA-F]){1,9}|=3D|=20(?=\r?\n)/g) > 1 ||
      (/=[\dA-F]{2}/.test(text) && /\S=\r?\n/.test(text)),
    suggestion: suggest('Decode', 'quoted-printable-converter', { ...decode, invalid: 'keep' }),
  },
  {
    format: 'percent-encoded',
    label: 'percent-encoded text',
    reason: 'it has no blanks, and bytes such as %20',
    is: (text) => count(text, /%[\dA-F]{2}/gi) > 1 && !/\s/.test(text) && !/%(?![\dA-F]{2})/i.test(text),
    suggestion: suggest('Decode', 'url-decode'),
  },
  {
    format: 'unicode-escapes',
    label: 'text with Unicode escapes',
    reason: 'it has escapes such as \\u00e9',
    is: (text) => /\\u(?:[\da-f]{4}|\{[\da-f]{1,6}\})/i.test(text),
    suggestion: suggest('Decode', 'unicode-escape-converter', decode),
  },
  {
    format: 'html-entities',
    label: 'text with HTML entities',
    reason: 'it has entities such as &amp;',
    is: (text) =>
      /&(?:amp|lt|gt|quot|apos|nbsp|[a-z]{1,8}(?:uml|acute|grave|circ|cedil|tilde)|#\d{2,7}|#x[\da-f]{2,6});/i.test(
        text,
      ),
    suggestion: suggest('Decode', 'html-decode'),
  },
  {
    format: 'punycode',
    label: 'internationalized domain names in ASCII',
    reason: 'each line is a host with xn--',
    is: (_text, lines) =>
      lines.every((line) => /^(?:[\w-]{1,63}\.){0,8}xn--[\w-]{1,59}(?:\.[\w-]{1,63}){0,8}$/i.test(line)),
    suggestion: suggest('Decode', 'punycode-converter', { direction: 'to-unicode' }),
  },
];

/** Text that is to be decoded: quoted-printable, percent-encoded, entities, escapes and the like. */
export function codedKind(sample: Sample): Detected | undefined {
  const lines = linesOf(sample);
  if (lines.length === 0) return undefined;
  const found = codes.find(({ is }) => is(sample.text, lines));
  if (found === undefined) return undefined;
  const { format, label, reason, suggestion } = found;
  return { format, label, reason, suggestions: [suggestion] };
}
