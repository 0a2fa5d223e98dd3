import fc from 'fast-check';

/** One or two valid requests after random changes, which may have broken them. */
export interface Mutant {
  /** The number of valid requests before the changes. */
  readonly requests: number;
  /** One text for each write, in Latin-1. */
  readonly sent: readonly string[];
}

type Mutation = (bytes: string) => string;

/** A position in a text of any length. */
const place = fc.integer({ min: 0, max: 9_999 }).map((number) => number / 10_000);
const at = (bytes: string, where: number): number => Math.floor(where * bytes.length);
const byte = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    ' ',
    ':',
    '\0',
    '0',
    'f',
    ',',
    ';',
    'HTTP/1.1',
    'Content-Length: 3\r\n',
  ),
);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(([where, bit]): Mutation => {
    return (bytes) => {
      const index = at(bytes, where);
      return bytes.slice(0, index) + String.fromCharCode(bytes.charCodeAt(index) ^ (1 << bit)) + bytes.slice(index + 1);
    };
  }),
  fc.tuple(place, byte).map(([where, inserted]): Mutation => {
    return (bytes) => bytes.slice(0, at(bytes, where)) + inserted + bytes.slice(at(bytes, where));
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 20 })).map(([where, length]): Mutation => {
    return (bytes) => bytes.slice(0, at(bytes, where)) + bytes.slice(at(bytes, where) + length);
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 3 })).map(([where, times]): Mutation => {
    return (bytes) => {
      const lines = bytes.split('\r\n');
      const index = Math.floor(where * lines.length);
      return lines.flatMap((line, i) => (i === index ? Array<string>(times + 1).fill(line) : [line])).join('\r\n');
    };
  }),
);

/** Returns mutants. @param requests - valid ones, each of which gets a 200. */
export function mutants(requests: readonly string[]): fc.Arbitrary<Mutant> {
  return fc
    .record({
      originals: fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 2 }),
      mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
      cuts: fc.array(place, { maxLength: 4 }),
    })
    .map(({ originals, mutations, cuts }) => {
      const bytes = mutations.reduce((mutated, mutate) => mutate(mutated), originals.join(''));
      const ends = [...cuts.map((cut) => at(bytes, cut)).toSorted((a, b) => a - b), bytes.length];
      return { requests: originals.length, sent: ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end)) };
    });
}
