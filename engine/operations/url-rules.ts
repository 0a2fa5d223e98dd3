import { type Static, Type } from '../core/schema.js';
import type { UrlRules } from '../core/url-rules.js';
import { lazyValidator } from '../core/validation.js';
import { MisplacedJsonError, type PlacedJson, placedJson } from '../text/json/placed-json.js';
import type { Position } from '../text/position.js';
import { hostsAbove } from '../text/urls/host-rules.js';

/** Most rules, exceptions and redirectors together. */
const maxUrlRules = 10_000;
/** Most rules and exceptions that may apply to one host: a URL of it is compared with each of their paths. */
const maxRulesOfHost = 100;

const List = (item: string, maxItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200, description: item }), { minItems: 1, maxItems });
const Hosts = List('A host, in lower case', 1_000);
const Paths = List('The start of a path: whole segments', 50);
const Names = List('The name of a parameter, without percent escapes', 500);
const Starts = List('The start of a name', 50);
const RuleName = Type.String({ minLength: 1, maxLength: 100 });
const Note = Type.Optional(Type.String({ maxLength: 1_000 }));

/** A file of rules. gateway/README.md describes it. */
const UrlRulesFile = Type.Object(
  {
    rules: Type.Array(
      Type.Object(
        {
          rule: RuleName,
          hosts: Type.Optional(Hosts),
          affiliate: Type.Optional(Type.Boolean()),
          paths: Type.Optional(Paths),
          exceptPaths: Type.Optional(Paths),
          names: Type.Optional(Names),
          prefixes: Type.Optional(Starts),
          pathSegments: Type.Optional(Starts),
          note: Note,
        },
        { additionalProperties: false },
      ),
      { default: [] },
    ),
    exceptions: Type.Array(
      Type.Object(
        {
          hosts: Hosts,
          paths: Type.Optional(Paths),
          all: Type.Optional(Type.Boolean()),
          names: Type.Optional(Names),
          note: Note,
        },
        { additionalProperties: false },
      ),
      { default: [] },
    ),
    redirectors: Type.Array(
      Type.Object(
        { rule: RuleName, hosts: Hosts, paths: Type.Optional(Paths), names: Names, note: Note },
        { additionalProperties: false },
      ),
      { default: [] },
    ),
  },
  // Properties with a default are optional.
  { additionalProperties: false, required: [] },
);

const validate = lazyValidator(UrlRulesFile);

/** Rules that are not valid. */
export class UrlRulesError extends Error {
  override readonly name = 'UrlRulesError';
  readonly place: Position;

  /** @param message - the reason, without the place. */
  constructor(message: string, place: Position) {
    super(message);
    this.place = place;
  }
}

/**
 * Reads the rules of an operator.
 *
 * @param text - JSON.
 * @throws {UrlRulesError} for the first mistake.
 */
export function parseUrlRules(text: string): UrlRules {
  const { value, placeOf } = readFile(text);
  const refuse = (path: string, reason: string): never => {
    throw new UrlRulesError(reason, placeOf(path));
  };
  const problem = validate(value);
  if (problem !== undefined) {
    const { path } = problem.details;
    refuse(path, path === '' ? `the file${problem.sentence}` : problem.sentence);
  }
  const rules = value as Static<typeof UrlRulesFile>;
  const mistake = mistakeIn(rules);
  if (mistake !== undefined) refuse(mistake.path, `${mistake.path} ${mistake.requirement}`);
  return rules;
}

function readFile(text: string): PlacedJson {
  try {
    return placedJson(text);
  } catch (error) {
    if (error instanceof MisplacedJsonError) throw new UrlRulesError(error.message, error.place);
    throw error;
  }
}

interface Mistake {
  readonly path: string;
  /** What follows the path in a sentence. */
  readonly requirement: string;
}

/** Returns the first mistake that the schema does not find. */
function mistakeIn({ rules, exceptions, redirectors }: Static<typeof UrlRulesFile>): Mistake | undefined {
  const count = rules.length + exceptions.length + redirectors.length;
  if (count > maxUrlRules) {
    return {
      path: 'rules',
      requirement: `and the other lists must have at most ${maxUrlRules} rules, and have ${count}`,
    };
  }
  const lists: readonly (readonly [path: string, entries: readonly Entry[]])[] = [
    ['rules', rules],
    ['exceptions', exceptions],
    ['redirectors', redirectors],
  ];
  for (const [list, entries] of lists) {
    for (const [index, entry] of entries.entries()) {
      const mistake = mistakeOf(entry, `${list}[${index}]`);
      if (mistake !== undefined) return mistake;
    }
  }
  return crowdedHost(rules, exceptions);
}

type Entry = Partial<
  Static<typeof UrlRulesFile>['rules'][number] & Omit<Static<typeof UrlRulesFile>['exceptions'][number], 'hosts'>
>;

/** Each form of text in a rule, and what it has to be. */
const forms: readonly (readonly [members: readonly (keyof Entry)[], form: RegExp, requirement: string])[] = [
  [
    ['hosts'],
    /^(?!\.)(?!.*\.\.)[^\s\p{C}\p{Lu}:/\\?#@%*]*[^\s\p{C}\p{Lu}:/\\?#@%*.]$/u,
    'must be a host in lower case, without a scheme, a port, a path and *: the hosts below it are included',
  ],
  [['paths', 'exceptPaths'], /^\/[^?#\p{Cc}]*(?<!\/)$/u, 'must start with / and end without one, and have no ? and #'],
  [['names', 'prefixes'], /^[^&=#%\p{Cc}]+$/u, 'must have no &, =, #, % and control characters'],
  [['pathSegments'], /^[^/?#\p{Cc}]+$/u, 'must have no /, ?, # and control characters'],
];

function mistakeOf(entry: Entry, path: string): Mistake | undefined {
  for (const [members, form, requirement] of forms) {
    for (const member of members) {
      const texts = (entry[member] ?? []) as readonly string[];
      const index = texts.findIndex((text) => !form.test(text));
      if (index !== -1) return { path: `${path}.${member}[${index}]`, requirement };
    }
  }
  if (entry.rule !== undefined && /\p{Cc}/u.test(entry.rule)) {
    return { path: `${path}.rule`, requirement: 'must have no control characters' };
  }
  const { names, prefixes, pathSegments, all } = entry;
  if (names !== undefined || prefixes !== undefined || pathSegments !== undefined || all === true) return undefined;
  const choices = path.startsWith('exceptions') ? 'names, or all: true' : 'names, prefixes or pathSegments';
  return { path, requirement: `must have ${choices}` };
}

/** Returns the first place where more rules apply to a host than may. */
function crowdedHost(
  rules: Static<typeof UrlRulesFile>['rules'],
  exceptions: Static<typeof UrlRulesFile>['exceptions'],
): Mistake | undefined {
  const counts = new Map<string, number>();
  let everywhere = 0;
  for (const { hosts } of [...rules, ...exceptions]) {
    if (hosts === undefined) everywhere++;
    for (const host of new Set(hosts)) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const isCrowded = (host: string) =>
    hostsAbove(host).reduce((sum, name) => sum + (counts.get(name) ?? 0), everywhere) > maxRulesOfHost;
  const requirement = `must be the host of at most ${maxRulesOfHost} rules and exceptions, with those for every host and the hosts above it`;
  if (everywhere > maxRulesOfHost)
    return { path: 'rules', requirement: `must have at most ${maxRulesOfHost} rules without hosts` };
  for (const [list, entries] of [
    ['rules', rules],
    ['exceptions', exceptions],
  ] as const) {
    for (const [index, { hosts = [] }] of entries.entries()) {
      const crowded = hosts.findIndex(isCrowded);
      if (crowded !== -1) return { path: `${list}[${index}].hosts[${crowded}]`, requirement };
    }
  }
  return undefined;
}
