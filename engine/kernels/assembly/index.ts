export { readLatin1, readUnits, stopOfReader, widen, writeLatin1, writeUnits } from './json-strings';
export { endOfList, listFeatures, listUnits, readList } from './lists';
export { addText, useSecret } from './name-tables';
export { cleanUrls, foundText, stopOfCleaner, useNames } from './sanitize';
