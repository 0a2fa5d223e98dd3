const operatorBytes = 2 ** 16;
const operationBytes = 8 * 2 ** 20;

/** The endpoints that take a JSON body, and how many bytes of it: operations as many as MAX_BODY_BYTES by default. */
export const maxBytes = {
  run: operationBytes,
  sanitize: operationBytes,
  'sort-dedupe': operationBytes,
  keys: operatorBytes,
  origins: operatorBytes,
  label: operatorBytes,
  rotate: operatorBytes,
} as const;

/** An endpoint that takes a JSON body. */
export type BodyEndpoint = keyof typeof maxBytes;

/** The title of the case; the body, or a function that makes a long one; and the expected outcome. */
export type BodyRow = readonly [
  name: string,
  body: string | Uint8Array | (() => string | Uint8Array),
  response: string,
];

/** Bodies for one endpoint that get the same status. */
export interface BodyTable {
  readonly endpoint: BodyEndpoint;
  readonly status: 200 | 201 | 400 | 413;
  /** For an error the whole message; for 200 the resulting text, with URLs joined by line feeds; ignored for 201. */
  readonly rows: readonly BodyRow[];
}

/** Returns a body for `/v1/run` around the JSON text of its input. */
export function runBody(inputJson: string, stepsJson = '["upper-case"]'): string {
  return `{"input":${inputJson},"steps":${stepsJson}}`;
}

/** Joins pieces into bytes: strings in UTF-8, and numbers as single bytes. */
export function bytes(...pieces: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece))));
}
