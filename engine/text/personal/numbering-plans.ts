import type { CountryCode } from 'libphonenumber-js/max';
import { phoneCore, phoneMetadata } from './phone-library.js';

/** A way to write the national numbers of a plan. */
interface PlanFormat {
  /** Beginnings of the numbers that are written this way; undefined for all. */
  readonly leading: RegExp | undefined;
  /** Matches whole numbers. */
  readonly pattern: RegExp;
  /** The same without an end: it decides which digits are in which group. */
  readonly groups: RegExp;
  /** With the national prefix, if people cannot leave it out. */
  readonly national: string;
  /** With the national prefix, if the plan has one. */
  readonly prefixed: string;
  readonly international: string;
}

/** Its patterns are sources of regular expressions; what a plan lacks is a falsy value. */
interface LibraryPlan {
  callingCode(): string;
  IDDPrefix(): string;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  nationalPrefixTransformRule(): string | undefined;
  possibleLengths(): readonly number[];
  leadingDigits(): string | undefined;
  hasTypes(): boolean;
  type(name: string): { pattern(): string; possibleLengths(): readonly number[] } | undefined;
  formats(): readonly LibraryFormat[];
  ext(): string;
}

interface LibraryFormat {
  pattern(): string;
  format(): string;
  internationalFormat(): string;
  leadingDigitsPatterns(): readonly string[];
  nationalPrefixFormattingRule(): string | undefined;
  nationalPrefixIsOptionalWhenFormattingInNationalFormat(): boolean;
}

interface LibraryMetadata {
  hasCallingCode(code: string): boolean | undefined;
  getCountryCodesForCallingCode(code: string): readonly CountryCode[] | undefined;
  selectNumberingPlan(code: string): unknown;
  readonly numberingPlan: LibraryPlan;
}

/** The kinds of numbers that make a number valid. */
const types = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
];

const whole = (source: string): RegExp => new RegExp(`^(?:${source})$`);
const beginning = (source: string): RegExp => new RegExp(`^(?:${source})`);

/**
 * The phone numbers of a country or a country calling code, as the tables of the library describe them. The library
 * compiles its patterns anew for each number that it reads; here they are compiled once.
 */
export class NumberingPlan {
  readonly callingCode: string;
  /** What people dial before a country calling code, such as 00. */
  readonly internationalPrefix: RegExp;
  /** What people dial before a national number, with the code of a carrier. */
  readonly nationalPrefix: RegExp | undefined;
  /** What replaces that prefix. */
  readonly prefixReplacement: string | undefined;
  /** The beginnings of the country's numbers, if that is enough to tell them from its neighbours'. */
  readonly leadingDigits: RegExp | undefined;
  /** The numbers of digits of national numbers, ascending. */
  readonly lengths: readonly number[];
  /** What is written before an extension. */
  readonly extensionMark: string;
  readonly #general: RegExp;
  readonly #types: readonly { readonly pattern: RegExp; readonly lengths: ReadonlySet<number> }[] | undefined;
  readonly #plan: LibraryPlan;
  #formats: readonly PlanFormat[] | undefined;

  constructor(plan: LibraryPlan) {
    const prefix = plan.nationalPrefixForParsing();
    const leading = plan.leadingDigits();
    this.callingCode = plan.callingCode();
    this.internationalPrefix = beginning(plan.IDDPrefix());
    this.nationalPrefix = prefix ? beginning(prefix) : undefined;
    this.prefixReplacement = plan.nationalPrefixTransformRule() || undefined;
    this.leadingDigits = leading ? beginning(leading) : undefined;
    this.lengths = plan.possibleLengths();
    this.extensionMark = plan.ext();
    this.#general = whole(plan.nationalNumberPattern());
    this.#types = plan.hasTypes() ? compiledTypes(plan) : undefined;
    this.#plan = plan;
  }

  /** Tests whether a national number may be one of this plan. */
  isLike(national: string): boolean {
    return this.#general.test(national);
  }

  /** Tests whether a national number is one of a kind that this plan has. */
  has(national: string): boolean {
    if (!this.isLike(national)) return false;
    return this.#types?.some(({ pattern, lengths }) => lengths.has(national.length) && pattern.test(national)) ?? true;
  }

  /** Returns the way in which a national number is written, or undefined if its digits are not grouped. */
  formatOf(national: string): PlanFormat | undefined {
    this.#formats ??= this.#plan.formats().map(compiledFormat);
    return this.#formats.find(({ leading, pattern }) => leading?.test(national) !== false && pattern.test(national));
  }
}

function compiledTypes(plan: LibraryPlan): { readonly pattern: RegExp; readonly lengths: ReadonlySet<number> }[] {
  return types.flatMap((name) => {
    const type = plan.type(name);
    const pattern = type?.pattern();
    return type && pattern ? [{ pattern: whole(pattern), lengths: new Set(type.possibleLengths()) }] : [];
  });
}

function compiledFormat(format: LibraryFormat): PlanFormat {
  const leading = format.leadingDigitsPatterns().at(-1);
  const rule = format.nationalPrefixFormattingRule();
  const written = format.format();
  const prefixed = rule ? written.replace(/\$\d/, rule) : written;
  return {
    leading: leading === undefined ? undefined : beginning(leading),
    pattern: whole(format.pattern()),
    groups: new RegExp(format.pattern()),
    prefixed,
    national: format.nationalPrefixIsOptionalWhenFormattingInNationalFormat() ? written : prefixed,
    international: format.internationalFormat(),
  };
}

let metadata: LibraryMetadata | undefined;
const plans = new Map<string, NumberingPlan>();

/** The declarations of the library leave out most of what its class has. */
function libraryMetadata(): LibraryMetadata {
  metadata ??= new (phoneCore().Metadata)(phoneMetadata()) as unknown as LibraryMetadata;
  return metadata;
}

/** Returns the plan of a country, or of the first country with a calling code, or of a calling code without countries. */
export function planOf(countryOrCallingCode: string): NumberingPlan {
  let plan = plans.get(countryOrCallingCode);
  if (plan === undefined) {
    const all = libraryMetadata();
    all.selectNumberingPlan(countryOrCallingCode);
    plan = new NumberingPlan(all.numberingPlan);
    plans.set(countryOrCallingCode, plan);
  }
  return plan;
}

/** Tests whether digits are a country calling code, or that of a service without a country. */
export function isCallingCode(digits: string): boolean {
  return libraryMetadata().hasCallingCode(digits) === true;
}

/** Returns the countries that share a calling code; none for a service without a country. */
export function countriesWith(callingCode: string): readonly CountryCode[] {
  return libraryMetadata().getCountryCodesForCallingCode(callingCode) ?? [];
}
