const oneHourMs = 3_600_000;

/** `14:00 to 15:00`, in the time of whoever looks. */
export function hourName(beginMs: number): string {
  return `${clock(beginMs)} to ${clock(beginMs + oneHourMs)}`;
}

export function clock(timeMs: number): string {
  return new Date(timeMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
