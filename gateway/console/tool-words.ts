import type { OptionSchema } from './option-facts.js';
import { optionWords } from './option-words.js';

/** What an option and its values are called on the screen. */
export interface OptionWords {
  readonly label: string;
  /** By the values as texts, with `-`, `+` and `?`: see {@link optionWords}. */
  readonly choices: Readonly<Record<string, string>>;
}

/** The words of a tool. */
interface ToolWords {
  readonly options: ReadonlyMap<string, OptionWords>;
  readonly first: readonly string[] | undefined;
  readonly says: readonly string[];
}

/** The used part of a tool as in `GET /v1/tools`. */
interface WordedTool {
  readonly slug: string;
  readonly config: {
    readonly properties: Readonly<Record<string, OptionSchema>>;
    readonly required?: readonly string[];
  };
  readonly examples: readonly { readonly config?: Readonly<Record<string, unknown>> }[];
}

/** Returns a tool whose options have their words, with those that are shown first. */
export function worded<Tool extends WordedTool>(tool: Tool): Tool {
  const { slug, config } = tool;
  const { options, first, says } = wordsOf(slug);
  const properties = Object.entries(config.properties).map(([name, schema]) => {
    const { label = schema.title, choices } = options.get(name) ?? {};
    return [name, { ...schema, ...(label !== undefined && { title: label }), ...(choices && { words: choices }) }];
  });
  const shown = [...new Set([...(first ?? firstOptions(tool)), ...(config.required ?? [])])];
  return { ...tool, config: { ...config, properties: Object.fromEntries(properties), first: shown, says } };
}

/** Options that many tools have, and few users change. */
const rare = new Set(
  (
    'delimiter hasHeaders quotes comments trim decimal thousands invalid indent seed skipBlank escapeFormulas ' +
    'parseTypes keepPrefix splitNumbers keepAcronyms locale separatorLine limit separator unique sort'
  ).split(' '),
);
/** The most options that are all shown, and the most that are found to come first. */
const few = { all: 3, first: 4 };

/** Finds the options that a user needs first: those that are required, and those that the examples use. */
function firstOptions({ config: { properties, required = [] }, examples }: WordedTool): readonly string[] {
  const names = Object.keys(properties);
  if (names.length <= few.all) return names;
  const uses = (name: string) => examples.filter(({ config }) => config !== undefined && name in config).length;
  const used = names.filter((name) => !rare.has(name) && uses(name) > 0).sort((a, b) => uses(b) - uses(a));
  const first = new Set([...required, ...used].slice(0, Math.max(few.first, required.length)));
  const found = names.filter((name) => first.has(name));
  return found.length > 0 ? found : names.slice(0, 2);
}

let parsed: ReadonlyMap<string, ToolWords> | undefined;

/** Returns the words of a tool; of one that the table does not have, those that all tools have in common. */
function wordsOf(slug: string): ToolWords {
  parsed ??= read(optionWords);
  const common = parsed.get('');
  const own = parsed.get(slug);
  if (common === undefined || own === undefined) return common ?? { options: new Map(), first: undefined, says: [] };
  const options = new Map(common.options);
  for (const [name, { label, choices }] of own.options) {
    // What a summary says follows from the label.
    const { '+': _, '-': __, ...values } = common.options.get(name)?.choices ?? {};
    options.set(name, { label, choices: { ...values, ...choices } });
  }
  return { ...own, options };
}

/** Reads the table; see {@link optionWords}. */
function read(table: string): ReadonlyMap<string, ToolWords> {
  const tools = new Map<string, ToolWords>();
  for (const section of table.trim().split(/\n+@/)) {
    const [head = '', ...rest] = section.split('\n');
    // The common section has no head.
    const [slug, lines] = head.includes(':') ? ['', [head, ...rest]] : [head, rest];
    tools.set(slug, toolWords(lines));
  }
  return tools;
}

function toolWords(lines: readonly string[]): ToolWords {
  const options = new Map<string, OptionWords>();
  let first: readonly string[] | undefined;
  const says: string[] = [];
  let choices: Record<string, string> = {};
  for (const line of lines) {
    const [head = '', ...rest] = line.trim().split(' | ');
    const [name, words] = pair(head);
    if (name === '!first') first = words.split(' ');
    else if (name === '!says') says.push(words, ...rest);
    else {
      if (!line.startsWith(' ')) {
        choices = {};
        options.set(name, { label: words, choices });
      }
      for (const [value, meant] of (line.startsWith(' ') ? [head, ...rest] : rest).map(pair)) {
        choices[value.replace(/^"(.*)"$/, '$1')] = meant;
      }
    }
  }
  return { options, first, says };
}

/** Splits at the first colon that a blank follows. */
function pair(line: string): readonly [name: string, words: string] {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}
