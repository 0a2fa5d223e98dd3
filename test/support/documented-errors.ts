/**
 * The forms of the messages with which operations refuse a request, as the HTTP contract lists them. A name from the
 * request is quoted up to 100 characters; the reason that a tool gives is not fixed.
 */
const forms: readonly RegExp[] = [
  /^Invalid JSON body$/,
  /^Request body must be a JSON object$/,
  /^No (?:URLs|lines|steps) provided$/,
  /^Provide only one of (?:urls, url, input|lines, input)$/,
  /^Unknown field: (?:steps\[\d+\]\.)?.{0,101}$/s,
  /^Unknown option for [a-z0-9-]+: .{0,101}(?:\. Did you mean \w+\?)?$/s,
  /^Unknown tool: .{0,101}(?:\. Did you mean [a-z0-9-]+\?)?$/s,
  /^Too many (?:steps: \d+ \(maximum 25|URLs: \d+ \(maximum 500|lines: \d+ \(maximum 5000)\)$/,
  /^Input too large: \d+ characters \(maximum (?:500000|1000000)\)$/,
  /^Step \d+ \([a-z0-9-]+\) failed: ./s,
  // The names in an option that is a map come from the request.
  /^[a-zA-Z]+(?:\[\d+\]|\.\w+)*(?:\..{0,101})? (?:is required|must (?:be|have|match) .{1,1000})$/s,
];

/** The maximum length of a message: a tool may quote some of the text. */
const longestMessage = 2_000;

/** Returns whether operations may refuse a request with this message. */
export function isDocumentedError(message: unknown): boolean {
  return typeof message === 'string' && message.length <= longestMessage && forms.some((form) => form.test(message));
}
