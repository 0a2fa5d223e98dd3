const none = '–';

/** Formats seconds with at most three digits: `0.42 ms`, `42 ms`, `1.25 s`. */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined) return none;
  if (seconds >= 0.9995) return `${seconds.toFixed(2)} s`;
  const ms = seconds * 1_000;
  if (ms >= 9.995) return `${ms.toFixed(0)} ms`;
  return `${ms.toFixed(2)} ms`;
}

/** Formats whole seconds with their largest unit: `42 s`, `17 min`, `5 h`, `3 d`. */
export function span(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** Formats a rate per second: `0.3`, `12`, `1,204`. */
export function rate(perSecond: number): string {
  if (perSecond > 0 && perSecond < 9.95) return perSecond.toFixed(1);
  return Math.round(perSecond).toLocaleString('en');
}

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats bytes: `0 bytes`, `1.5 MB`. */
export function bytes(count: number): string {
  let unit = 0;
  let shown = count;
  while (shown >= 999.5 && unit < byteUnits.length - 1) {
    shown /= 1_000;
    unit++;
  }
  const digits = unit === 0 || shown >= 99.5 ? 0 : 1;
  return `${shown.toFixed(digits)} ${byteUnits[unit]}`;
}

/** Returns a count with its thousands separated, as in `1,234`. */
export function whole(count: number): string {
  return count.toLocaleString('en');
}
