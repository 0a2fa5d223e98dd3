/** For an error whose message is always the same. */
export type NoDetails = Readonly<Record<never, never>>;

/** One kind of error: an entry of an error table, under its code. */
export interface ErrorKind<ItsDetails extends object> {
  /** The HTTP status. */
  readonly status: number;
  /** A short name that is the same for every occurrence (RFC 9457 section 3.1.3). */
  readonly title: string;
  /** Returns the message of one occurrence: for people; programs read the code and the details. */
  sentence(details: ItsDetails): string;
  /** Returns the reason without the place, if the message has both: the detail `reason`. */
  reason?(details: ItsDetails): string;
}

/** A table of errors by their codes. A code is part of the HTTP contract: it never changes and never means another thing. */
export type ErrorTable = Readonly<Record<string, ErrorKind<object>>>;

/** The details of the errors with a code. */
export type DetailsOf<Table, Code extends keyof Table> =
  Table[Code] extends ErrorKind<infer ItsDetails> ? ItsDetails : never;

/** The details as the last argument of a function; none for an error without details. */
export type DetailsArgument<Table, Code extends keyof Table> =
  NoDetails extends DetailsOf<Table, Code> ? [] : [details: DetailsOf<Table, Code>];

/**
 * One occurrence of an error. Plain data, so that it can cross from one thread to another. Its details are the values
 * in the message, by name, with the same length limits.
 */
export interface Problem<Code extends string = string, ItsDetails = object> {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
  readonly details: ItsDetails;
}

/** Returns an entry for an error without details: its message is also its title. */
export function fixed(status: number, sentence: string): ErrorKind<NoDetails> {
  return { status, title: sentence, sentence: () => sentence };
}

/** Returns the function that creates the problems of a table. The only place that creates messages. */
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
