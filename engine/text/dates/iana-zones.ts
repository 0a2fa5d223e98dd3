import type { Zone } from 'luxon';
import { luxon } from './luxon.js';

const dayMs = 86_400_000;

/**
 * The number of names that may be held here and in Luxon's caches, which never forget: requests may spell a zone in any
 * letter case.
 */
const mostZones = 1_000;
/** The number of days whose offsets may be held, of all zones together: 2 MB. */
const mostDays = 50_000;

/** A zone that remembers offsets. */
interface RememberingZone extends Zone {
  forgetDays(): void;
}

const zones = new Map<string, RememberingZone>();
let days = 0;
let zoneClass: (new (name: string) => RememberingZone) | undefined;

/** Returns the time zone of an IANA name; undefined if there is none. */
export function ianaZone(name: string): Zone | undefined {
  let zone = zones.get(name);
  if (zone === undefined) {
    // All at once: the library's own cache, which has no bound, can only be emptied.
    if (zones.size >= mostZones) {
      luxon().IANAZone.resetCache();
      zones.clear();
      days = 0;
    }
    zoneClass ??= makeZoneClass();
    zone = new zoneClass(name);
    zones.set(name, zone);
  }
  return zone.isValid ? zone : undefined;
}

/** Makes room for another day. */
function countDay(): void {
  if (days >= mostDays) {
    for (const zone of zones.values()) zone.forgetDays();
    days = 0;
  }
  days++;
}

/** Of a day: it was asked for once. */
const asked = Number.NEGATIVE_INFINITY;
/** Of a day: the offset changes in it, or the calendar does not have all of it. */
const changes = Number.POSITIVE_INFINITY;

/**
 * Luxon formats and parses a date for each offset, which took half the time of a list of timestamps. So a day that is
 * asked for again gets its offset once. One whose start and end have the same offset has it all the time: in no zone are
 * two changes less than three days apart (Africa/Freetown in 1939).
 */
function makeZoneClass(): new (name: string) => RememberingZone {
  return class extends luxon().IANAZone implements RememberingZone {
    readonly #offsets = new Map<number, number>();

    override offset(instant: number): number {
      const day = Math.floor(instant / dayMs);
      const known = this.#offsets.get(day);
      if (known === undefined) {
        countDay();
        this.#offsets.set(day, asked);
      }
      if (known === undefined || known === changes) return super.offset(instant);
      if (known !== asked) return known;
      const start = super.offset(day * dayMs);
      this.#offsets.set(day, start === super.offset((day + 1) * dayMs) ? start : changes);
      return this.offset(instant);
    }

    forgetDays(): void {
      this.#offsets.clear();
    }
  };
}
