export { readLatin1, readUnits, stopOfReader, widen, writeLatin1, writeUnits } from './json-strings';
export { endOfList, listFeatures, listUnits, readList } from './lists';
