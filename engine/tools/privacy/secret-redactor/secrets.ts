import { withCoded } from '../../../text/escapes/coded-text.js';
import { plainText, type ReadableText } from '../../../text/escapes/readable-text.js';
import { longestFinds } from '../../../text/personal/redaction.js';
import type { Span } from '../../../text/span.js';
import { secretRules } from './secret-rules.js';
import { secretParameters, secretSettings } from './settings.js';

export interface Secret extends Span {
  /** The name of the rule, such as `github-token`. */
  readonly name: string;
}

/**
 * Finds secrets in the readable text, in order and without overlaps: the longest find wins.
 *
 * @param entropy - also finds words that look random.
 */
export function secretsInText(readable: ReadableText, { entropy }: { entropy: boolean }): Secret[] {
  const { text } = readable;
  const finds: Secret[] = [...privateKeys(text), ...withCoded(text, (each) => ruledSecrets(each))];
  // The depth of quotes is only known in a text without codes.
  const settings = withCoded(text, (each) => secretSettings(each === text ? readable : plainText(each)));
  for (const span of settings) finds.push({ ...span, name: 'secret' });
  if (entropy) finds.push(...randomWords(text));
  return longestFinds(finds, text);
}

function* ruledSecrets(text: string): Generator<Secret> {
  for (const { name, pattern } of secretRules) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = secretIndices(match);
      yield { start, end, name };
    }
  }
  for (const span of secretParameters(text)) yield { ...span, name: 'secret' };
}

/** Returns the place of the group that contains the secret, or of the match if there is no group. */
function secretIndices({ index, indices, 0: whole }: RegExpExecArray): readonly [start: number, end: number] {
  const group = Object.values(indices?.groups ?? {}).find((each) => each !== undefined);
  return group ?? [index, index + whole.length];
}

const beginOfKey = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const endOfKey = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/**
 * Finds keys in PEM or OpenPGP armour (RFC 7468, RFC 9580 section 6.2); one without an end extends to the end of the
 * string that it is in, or else of the text.
 */
function* privateKeys(text: string): Generator<Secret> {
  let free = 0;
  let areOpen = false;
  for (const { index } of text.matchAll(beginOfKey)) {
    if (index < free) continue;
    endOfKey.lastIndex = index;
    // Looked for once only if there is none.
    const end: RegExpExecArray | null = areOpen ? null : endOfKey.exec(text);
    areOpen = end === null;
    free = end === null ? endOfString(text, index) : endOfKey.lastIndex;
    yield { start: index, end: free, name: 'private-key' };
  }
}

/** The end of a string; with the start of the next one, if source code puts them together. */
const quoteOrJoint = /["'`](?:[ \t\r\n]{0,100}[+.&\\]?[ \t\r\n]{0,100}["'`])?/g;

/** Returns the end of the string around a key. */
function endOfString(text: string, start: number): number {
  quoteOrJoint.lastIndex = start;
  for (let match = quoteOrJoint.exec(text); match !== null; match = quoteOrJoint.exec(text)) {
    if (match[0].length === 1) return match.index;
  }
  return text.length;
}

/** The characters of keys. */
const word = /[\w+/=-]{20,}/g;
const longestMeasured = 4096;

/** Finds words of at least twenty characters that are as mixed as those of keys: bits of entropy for each. */
function* randomWords(text: string): Generator<Secret> {
  for (const { 0: characters, index } of text.matchAll(word)) {
    if (isRandom(characters.slice(0, longestMeasured))) {
      yield { start: index, end: index + characters.length, name: 'random' };
    }
  }
}

function isRandom(characters: string): boolean {
  if (/^[a-f\d]+$/i.test(characters)) return characters.length >= 32 && entropyOf(characters) > 3;
  const isMixed = /\d/.test(characters) && /[a-z]/.test(characters) && /[A-Z]/.test(characters);
  return isMixed && entropyOf(characters) > 4;
}

/** Returns Shannon's entropy of the characters, in bits per character. */
function entropyOf(characters: string): number {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / characters.length) * Math.log2(count / characters.length);
  return entropy;
}
