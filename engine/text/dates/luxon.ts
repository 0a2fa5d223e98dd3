import { lazyLibrary } from '../../core/lazy-library.js';

/** The library of dates and time zones, loaded when it is first used. */
export const luxon = lazyLibrary<typeof import('luxon')>('luxon');
