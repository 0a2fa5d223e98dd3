import { shortName } from '#engine/core/errors.js';
import type { DetailsOf, Problem } from '#engine/core/problem.js';
import type { ErrorCode, errorTable } from '#gateway/core/errors.js';

/** A call that was refused. */
export interface RefusedCall {
  /** The tool's name. */
  readonly name: string;
  /** The names of its arguments. */
  readonly parameters: readonly string[];
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The hint for a model whose call was refused, by the code of the error. */
type Hints = {
  readonly [Code in ErrorCode]?: (details: DetailsOf<typeof errorTable, Code>, call: RefusedCall) => string;
};

/** Tools of the protocol that models mistake for text tools. */
const ownTools: ReadonlySet<string> = new Set([
  'list_text_tools',
  'describe_text_tool',
  'run_text_workflow',
  'sanitize_urls',
  'sort_dedupe_lines',
  'list_files',
  'describe_file',
]);

const sendLess = () => 'Send less text at a time.';
const waitAndRepeat = () => 'Nothing is wrong with the call: wait a few seconds, then make it again.';

const hints: Hints = {
  'unknown-tool': ({ tool, suggestion }) => {
    if (suggestion !== undefined) return 'Call list_text_tools to find tools.';
    if (!ownTools.has(tool)) return find(tool);
    return `${tool} is not a text tool: call it by its own name, as you called this one.`;
  },
  'unknown-option': ({ tool, options }, call) =>
    tool === call.name ? itsArguments(call) : `${itsOptions(tool, options)} ${describe(tool)}`,
  'unknown-field': ({ path }, call) => (isOfSteps(path) ? hintOnStep(path, call) : again(call)),
  'missing-field': ({ path }, call) => {
    if (isOfSteps(path)) return hintOnStep(path, call);
    return isArgument(path) ? itsArguments(call) : again(call);
  },
  'invalid-value': ({ path, rule }, call) => {
    if (isOfSteps(path)) return hintOnStep(path, call);
    if (rule === 'type' && (path === 'lines' || path === 'urls')) {
      return `Pass ${path} as a JSON array of texts, or one text with a line for each as input.`;
    }
    return rule === 'type' && path === 'input' ? asText(call.name, call.arguments.input) : again(call);
  },
  'nested-too-deep': ({ path }, call) => hintOnStep(path, call),
  'step-time-limit': () => 'Send less text at a time, or a simpler pattern.',
  'step-wall-clock-limit': () => 'Send less text at a time, or a simpler pattern.',
  'step-memory-limit': sendLess,
  'step-text-too-long': sendLess,
  'memory-limit': sendLess,
  'step-failed': (details, call) => {
    const remedy = remedies[details.cause ?? ''];
    return remedy === undefined ? correctStep(details, call) : remedy;
  },
  // The message names the column or path that was likely meant, or those that there are.
  'group-failed': ({ path, reason }, { name }) =>
    `Correct each or when of ${path}, or the text, and call ${name} again.${otherReading(reason)}`,
  'step-output-too-long': correctStep,
  'step-nested-too-deep': correctStep,
  'no-steps': () => stepForm,
  'no-urls': (_, call) => itsArguments(call),
  'no-lines': (_, call) => itsArguments(call),
  'too-many-steps': () => 'Run the first steps, then the others on the result.',
  'too-many-lines': () => 'Run the steps ["dedupe-sort"] with run_text_workflow: it takes any number of lines.',
  'too-many-urls': () => 'Split the list, and call once for each piece.',
  'only-one-of': () => 'Leave the others out.',
  'input-too-large': (_, { name }) =>
    name === 'sort_dedupe_lines'
      ? 'Split the text at a line end, call once for each piece, and once again for the joined results.'
      : 'Split the text at a line end, call once for each piece, and join the results in order. A tool that looks at the whole text, such as one that sorts or parses JSON, cannot be run on pieces.',
  'unknown-input-id': () =>
    'Texts are kept for an hour after their last use, as long as there is room, and only by the gateway that responded: send the text again as input.',
  'part-out-of-range': () => 'Leave resultOffset out for the first page.',
  'server-busy': waitAndRepeat,
  'rate-limited': waitAndRepeat,
  'operation-not-allowed': () =>
    'Nothing is wrong with the call, but only who manages the key can allow it: do not repeat it.',
  'pro-plan-required': () => 'This key can only run workflows: use run_text_workflow.',
  'job-time-limit': () => 'Send less text at a time, or fewer steps.',
  'internal-error': () => 'This is a fault of Textmill, not of the call: do not make the same call again.',
};

/** What to do about common causes of a failed step. */
const remedies: Readonly<Record<string, string | undefined>> = {
  'invalid-json':
    'If it is almost JSON, put the step "json-repair" before this one, and review the result; if it is JSON inside other text, "extract-json". If it is not JSON, this is the wrong tool: call list_text_tools.',
  'look-around':
    'Match what stands around it too, and put it in groups: to replace, (?<=\\$)\\d+ becomes (\\$)\\d+ with $1 at the start of the replacement; to extract, group chooses what to return. To keep lines without a pattern, use filter-lines with invert.',
  'back-reference':
    'Write out what may repeat, such as (?:aa|bb|cc). For repeated lines use remove-duplicate-lines or keep-duplicate-lines.',
};

const stepForm =
  'A step is a slug, such as "trim-lines", or a slug with options: {"toolSlug":"split-text","config":{"limit":2}}. Pass steps as a JSON array.';

const groupForm =
  'A group is {"each":{"csv":{"columns":["name"],"delimiter":"auto"}},"steps":["trim-lines"]}; each may also be "line", "paragraph", {"field":{"fields":[1]}}, {"json":{"path":"$.items[*].name"}} or {"match":{"pattern":"\\\\d+"}}, when {"contains":"@"} or {"matches":"^\\\\d"}, onError "keep".';

/** Returns the message of a refusal with a hint. */
export function withHint({ code, sentence, details }: Problem, call: RefusedCall): string {
  const hint = hints[code as ErrorCode] as ((details: object, call: RefusedCall) => string) | undefined;
  const next = hint === undefined ? again(call) : hint(details, call);
  return `${/[.?!…]$/.test(sentence) ? sentence : `${sentence}.`} ${next}`;
}

function again({ name }: RefusedCall): string {
  return `Correct it and call ${name} again.`;
}

/** Returns what an agent overlooked that read a table by another delimiter, or JSON lines as one JSON text. */
function otherReading(reason: string): string {
  if (/; the columns are "[^"]*[;\t|][^"]*"$/.test(reason)) return ' With "delimiter":"auto" csv finds the delimiter.';
  return reason.includes('expected the end of the text') ? ' With "lines":true json reads each line by itself.' : '';
}

function correctStep({ step, tool }: { readonly step: number; readonly tool: string }, { name }: RefusedCall): string {
  return `Correct the text or the options${name === tool ? '' : ` of step ${step}`}. ${describe(tool)}`;
}

/** Returns whether a path is `steps` or inside it. */
function isOfSteps(path: string): boolean {
  return /^steps\b/.test(path);
}

/** Returns whether a path is an argument itself. */
function isArgument(path: string): boolean {
  return /^\w+$/.test(path);
}

/** Returns the hint for a path: for `steps[2].config.find` the options of that tool, for others the form of a step. */
function hintOnStep(path: string, call: RefusedCall): string {
  if (/\.(?:each|when|onError|else)\b/.test(path)) return groupForm;
  const [, index] = /^steps\[(\d+)\]\.config/.exec(path) ?? [];
  return index === undefined ? stepForm : describeStep(call, Number(index));
}

/** Searches for a guessed name: it tells what is wanted. */
function find(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu)?.join(' ');
  return words === undefined
    ? 'Call list_text_tools to find tools.'
    : `Call list_text_tools with query "${words}" to find one.`;
}

function asText(name: string, input: unknown): string {
  if (!Array.isArray(input)) return 'Pass the text itself as a JSON string.';
  if (name === 'sort_dedupe_lines') return 'Pass an array as lines.';
  return name === 'sanitize_urls' ? 'Pass an array as urls.' : 'Join the lines with line breaks.';
}

function describe(slug: string): string {
  return `Call describe_text_tool with slug "${slug}" to see its options and examples.`;
}

function itsOptions(tool: string, options: readonly string[]): string {
  return options.length === 0 ? `${tool} has no options.` : `The options of ${tool} are: ${options.join(', ')}.`;
}

function itsArguments({ name, parameters }: RefusedCall): string {
  return `The arguments of ${name} are: ${parameters.join(', ')}.`;
}

/** Returns the hint for invalid options. The step itself may be invalid. */
function describeStep({ arguments: { steps } }: RefusedCall, index: number): string {
  const step: unknown = Array.isArray(steps) ? steps[index] : undefined;
  const slug = typeof step === 'string' ? step : (step as { toolSlug?: unknown } | undefined)?.toolSlug;
  return typeof slug === 'string' ? describe(shortName(slug)) : stepForm;
}
