export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');

/** Monday first, as ISO 8601 counts. */
export const weekdayNames: readonly string[] = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** `Jan`, `Mon`. */
export function shortName(name: string): string {
  return name.slice(0, 3);
}
