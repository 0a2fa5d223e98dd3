/** How the log is written; `auto` is text on a terminal, and else JSON. */
export type LogFormat = (typeof logFormats)[number];

export const logFormats = ['auto', 'json', 'text'] as const;

/** Pino's numbers of the levels. */
export const logLevels = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: Number.POSITIVE_INFINITY,
};

const levelNames = new Map<unknown, string>(
  Object.entries(logLevels).map(([name, number]) => [number, name.toUpperCase()]),
);

/** Returns what is done to each line of JSON before it is written; undefined if nothing is. */
export function lineFormat(format: LogFormat, isTerminal: boolean): ((line: string) => string) | undefined {
  return format === 'text' || (format === 'auto' && isTerminal) ? readableLine : undefined;
}

/** Returns a line of the log as people read it: `09:30:00.125 INFO  Request  status=200 ms=1.2`, with the time in UTC. */
function readableLine(line: string): string {
  try {
    const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
    const clock = new Date(Number(time)).toISOString().slice(11, 23);
    const name = levelNames.get(level) ?? String(level);
    const rest = Object.entries(fields).map(([field, value]) => `${field}=${readableValue(value)}`);
    const message = msg === undefined ? [] : [String(msg)];
    const more = rest.length === 0 ? [] : ['', ...rest];
    return `${[clock, name.padEnd(5), ...message, ...more].join(' ')}\n`;
  } catch {
    return line;
  }
}

/** A word stands as it is. JSON has no characters that a terminal obeys, except for those that it may write raw. */
function readableValue(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:/@-]+$/.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
