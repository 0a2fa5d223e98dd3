/** For an error whose sentence is always the same. */
export type NoDetails = Readonly<Record<never, never>>;

/** One kind of error: an entry of an error table, under its code. */
export interface ErrorKind<ItsDetails extends object> {
  /** The HTTP status. */
  readonly status: number;
  /** A short name that is the same for every occurrence (RFC 9457 section 3.1.3). */
  readonly title: string;
  /** Writes the sentence of one occurrence: for people; programs read the code and the details. */
  sentence(details: ItsDetails): string;
  /** Writes what is wrong without the place where it is, if the sentence has both: the detail `reason`. */
  reason?(details: ItsDetails): string;
}

/** A table of errors by their codes. A code is part of the HTTP contract: it never changes and never means another thing. */
export type ErrorTable = Readonly<Record<string, ErrorKind<object>>>;

/** The details of the errors with a code. */
export type DetailsOf<Table, Code extends keyof Table> =
  Table[Code] extends ErrorKind<infer ItsDetails> ? ItsDetails : never;

/** The details as the last argument of a function: left out where there are none. */
export type DetailsArgument<Table, Code extends keyof Table> =
  NoDetails extends DetailsOf<Table, Code> ? [] : [details: DetailsOf<Table, Code>];

/**
 * One occurrence of an error. Plain data, so that it can cross from one thread to another. Its details are what the
 * sentence names, by member: names and numbers for programs, bounded like the sentence itself.
 */
export interface Problem<Code extends string = string, ItsDetails = object> {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
  readonly details: ItsDetails;
}

/** Returns an entry for an error without details: its sentence is its title as well. */
export function fixed(status: number, sentence: string): ErrorKind<NoDetails> {
  return { status, title: sentence, sentence: () => sentence };
}

/** Returns what makes the problems of a table. The only place where sentences are made. */
export function problemMaker<Table extends ErrorTable>(table: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    ...[argument]: DetailsArgument<Table, Code>
  ): Problem<Code, DetailsOf<Table, Code>> => {
    const kind = table[code] as ErrorKind<object>;
    const given = (argument ?? {}) as DetailsOf<Table, Code> & object;
    const reason = kind.reason?.(given);
    const sentence = kind.sentence(given);
    const details = reason === undefined ? given : { ...given, reason };
    return { code, status: kind.status, title: kind.title, sentence, details };
  };
}
