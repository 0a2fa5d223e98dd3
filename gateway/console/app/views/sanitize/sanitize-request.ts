import { browserLimits, maxUrls } from '#engine/core/limits.js';
import { nonBlankLines } from '#engine/text/lines/lines.js';
import { forLongLists, onThisPage, textProblem, tooMany } from '../lists/limits.js';
import { groupsOf, type PartedList } from '../lists/parted-list.js';

export const profiles = ['standard', 'conservative', 'extended', 'careful'] as const;

export interface SanitizeOptions {
  readonly profile: (typeof profiles)[number];
  /** Typed names: one per line, or separated by commas. */
  readonly extraParams: string;
  readonly keepParams: string;
  readonly affiliateTags: boolean;
  readonly ignoreCase: boolean;
  readonly fragment: boolean;
  readonly normalize: boolean;
  readonly unwrap: boolean;
  readonly explain: boolean;
}

export const sanitizeDefaults: SanitizeOptions = {
  profile: 'standard',
  extraParams: '',
  keepParams: '',
  affiliateTags: false,
  ignoreCase: false,
  fragment: false,
  normalize: false,
  unwrap: false,
  explain: false,
};

/** The body of `POST /v1/sanitize`, without options that have their defaults. */
export interface SanitizeBody {
  readonly urls: readonly string[];
  readonly profile?: string;
  readonly extraParams?: readonly string[];
  readonly keepParams?: readonly string[];
  readonly affiliateTags?: true;
  readonly ignoreCase?: true;
  readonly fragment?: true;
  readonly normalize?: true;
  readonly unwrap?: true;
  readonly explain?: true;
}

/** The URLs of the input, and the requests that clean them. */
export interface SanitizeList extends PartedList<SanitizeBody> {
  readonly urls: readonly string[];
}

/** The requests for the input, and why they cannot be sent; '' if they can. */
export interface SanitizeDraft {
  readonly list: SanitizeList;
  readonly urlProblem: string;
  readonly extraProblem: string;
  readonly keepProblem: string;
}

/**
 * Returns the requests for the URLs of a text, one on each line that is not blank. Options at their default are left
 * out.
 */
export function draftSanitize(text: string, options: SanitizeOptions, isAtGateway: boolean): SanitizeDraft {
  const urls = nonBlankLines(text);
  const extraParams = namesIn(options.extraParams);
  const keepParams = namesIn(options.keepParams);
  const { profile, affiliateTags, ignoreCase, fragment, normalize, unwrap, explain } = options;
  const set = {
    ...(profile === 'standard' ? {} : { profile }),
    ...(extraParams.length === 0 ? {} : { extraParams }),
    ...(keepParams.length === 0 ? {} : { keepParams }),
    ...(affiliateTags ? { affiliateTags } : {}),
    ...(ignoreCase ? { ignoreCase } : {}),
    ...(fragment ? { fragment } : {}),
    ...(normalize ? { normalize } : {}),
    ...(unwrap ? { unwrap } : {}),
    ...(explain ? { explain } : {}),
  } as const;
  return {
    list: {
      urls,
      parts: groupsOf(urls, maxUrls).map((part) => ({ urls: part, ...set })),
      whole: { urls, ...set },
      isAtGateway,
    },
    urlProblem: problemOfUrls(urls, isAtGateway),
    extraProblem: problemOfNames(extraParams),
    keepProblem: problemOfNames(keepParams),
  };
}

/** Reads names, one per line or separated by commas, without duplicates. */
export function namesIn(text: string): string[] {
  const names = text.split(/[\n\r,]/).map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** Adds up the lengths of the URLs, as the gateway does. */
function problemOfUrls(urls: readonly string[], isAtGateway: boolean): string {
  if (!isAtGateway && urls.length > browserLimits.urls)
    return `${tooMany(urls.length, 'URLs', browserLimits.urls, onThisPage)} ${forLongLists('textmill sanitize')}`;
  const characters = urls.reduce((sum, { length }) => sum + length, 0);
  return textProblem(characters, isAtGateway, 'textmill sanitize');
}

/** The limits of the API: see `NameList` in the engine's url-cleaning.ts. */
const maxNames = 500;
const maxNameCharacters = 200;

function problemOfNames(names: readonly string[]): string {
  if (names.length > maxNames) return tooMany(names.length, 'names', maxNames);
  const long = names.find(({ length }) => length > maxNameCharacters);
  return long === undefined ? '' : `A name has ${maxNameCharacters} characters at most; one has ${long.length}.`;
}
