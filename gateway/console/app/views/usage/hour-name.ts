const oneHourMs = 3_600_000;

/** Formats an hour in local time: `14:00 to 15:00`. */
export function hourName(beginMs: number): string {
  return `${clock(beginMs)} to ${clock(beginMs + oneHourMs)}`;
}

export function clock(timeMs: number): string {
  return new Date(timeMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
