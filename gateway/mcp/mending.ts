import { shortName } from '../../engine/core/errors.js';

/**
 * What a model does next when a call was refused. The sentences before it are the engine's own; each is recognised by
 * how it begins.
 */

/** A call that was refused. */
export interface RefusedCall {
  /** The tool's name. */
  readonly name: string;
  /** The names of its arguments. */
  readonly parameters: readonly string[];
  readonly arguments: Readonly<Record<string, unknown>>;
}

type Advice = (call: RefusedCall, match: RegExpExecArray) => string;

/** The first that fits is given. */
const advices: readonly (readonly [RegExp, Advice])[] = [
  [
    /^Unknown tool: ((?:list|describe)_text_tools?|run_text_workflow|sanitize_urls|sort_dedupe_lines)$/,
    (_, [, name = '']) => `${name} is no text tool but one to call by its own name, as you called this one.`,
  ],
  [/^Unknown tool: (?!.*\. Did you mean )(.*)/s, (_, [, name = '']) => find(name)],
  [/^Unknown tool: /, () => 'Call list_text_tools to find tools.'],
  [
    /^Unknown option for ([^ :]+): /,
    (call, [, owner = '']) => (owner === call.name ? itsArguments(call) : describe(owner)),
  ],
  [/^steps\[(\d+)\]\.config/, (call, [, index = '']) => describeStep(call, Number(index))],
  [/^(?:Unknown field: )?steps\b/, () => stepForm],
  [
    /^Step \d+ \(([^)]+)\) failed: took (?:longer|more) than \d+ ms/,
    () => 'Send less text at a time, or a simpler pattern.',
  ],
  [
    /^(?:Step \d+ \([^)]+\) failed: (?:needed more than \d+ MB|the text has \d+ characters)|The request needed more than \d+ MB)/,
    () => 'Send less text at a time.',
  ],
  [
    /^Step (\d+) \(([^)]+)\) failed: /,
    ({ name }, [, position = '', slug = '']) =>
      `Mend the text or the options${name === slug ? '' : ` of step ${position}`}. ${describe(slug)}`,
  ],
  [/^No steps provided/, () => stepForm],
  [/^Too many steps/, () => 'Run the first steps, then the others over the result.'],
  [/^Too many lines/, () => 'Run the steps ["dedupe-sort"] with run_text_workflow: it takes any number of lines.'],
  [/^Too many URLs/, () => 'Split the list, and call once for each piece.'],
  [
    /^(lines|urls) must be an array$/,
    (_, [, name = '']) => `Pass ${name} as a JSON array of texts, or one text with a line for each as input.`,
  ],
  [/^input must be a string$/, ({ name, arguments: { input } }) => asText(name, input)],
  [/^No (?:URLs|lines) provided|^\w+ is required$/, itsArguments],
  [/^Provide only one of /, () => 'Leave the others out.'],
  [
    /^Input too large/,
    ({ name }) =>
      name === 'sort_dedupe_lines'
        ? 'Split the text at a line end, call once for each piece, and once more over the results together.'
        : 'Split the text at a line end, call once for each piece, and join the results in order. A tool that looks at the whole text, such as one that sorts or parses JSON, cannot be run on pieces.',
  ],
  [/^resultOffset must be (?:0|less)/, () => 'Leave resultOffset out for the first part.'],
  [
    /^(?:Server busy|Rate limit exceeded)/,
    () => 'Nothing is wrong with the call: wait a few seconds, then make it again.',
  ],
  [/^Pro plan required/, () => 'This key can only run workflows: use run_text_workflow.'],
  [/^Processing time limit exceeded/, () => 'Send less text at a time, or fewer steps.'],
  [/^Internal server error/, () => 'This is a fault of Textmill, not of the call: do not make the same call again.'],
];

const stepForm =
  'A step is a slug, such as "trim-lines", or a slug with options: {"toolSlug":"split-text","config":{"limit":2}}. Pass steps as a JSON array.';

/** A refusal's sentence, and what to do next. */
export function mended(message: string, call: RefusedCall): string {
  const sentence = /[.?!…]$/.test(message) ? message : `${message}.`;
  for (const [pattern, advice] of advices) {
    const match = pattern.exec(message);
    if (match !== null) return `${sentence} ${advice(call, match)}`;
  }
  return `${sentence} Mend it and call ${call.name} again.`;
}

/** A name that somebody guessed says what is wanted: it is worth a search. */
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

function itsArguments({ name, parameters }: RefusedCall): string {
  return `The arguments of ${name} are: ${parameters.join(', ')}.`;
}

/** For options that do not suit: the step may be no step either. */
function describeStep({ arguments: { steps } }: RefusedCall, index: number): string {
  const step: unknown = Array.isArray(steps) ? steps[index] : undefined;
  const slug = typeof step === 'string' ? step : (step as { toolSlug?: unknown } | undefined)?.toolSlug;
  return typeof slug === 'string' ? describe(shortName(slug)) : stepForm;
}
