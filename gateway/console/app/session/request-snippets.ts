import { shellWord } from '#gateway/core/shell-word.js';
import { headerFiles } from '../../curl-text.js';

/** A request in the three forms that users copy. */
export interface RequestSnippets {
  /** A command of a POSIX shell; the key comes from a file, see {@link headerFiles}. */
  readonly curl: string;
  /** The body alone. */
  readonly json: string;
  /** A module for Node, Deno or Bun; the key comes from the environment variable `KEY`. */
  readonly typescript: string;
}

/** The snippets in their order on the screen, by name. */
export const snippetForms: readonly (readonly [form: keyof RequestSnippets, title: string])[] = [
  ['curl', 'curl'],
  ['json', 'JSON'],
  ['typescript', 'TypeScript'],
];

/** Where the snippets read the API key from. */
export const keyPlaces: Readonly<Record<Exclude<keyof RequestSnippets, 'json'>, string>> = {
  curl: `Reads the API key from the file ${headerFiles.KEY}, which this makes: (umask 077; echo "x-api-key: $KEY" > ${headerFiles.KEY})`,
  typescript: 'Reads the API key from the environment variable KEY.',
};

/** The most characters to show: nobody reads more, and the layout would take long. */
export const longestShown = 10_000;

/**
 * Linux takes at most 128 KiB in one argument of a command (MAX_ARG_STRLEN); in UTF-8 a code unit is 3 bytes at most.
 */
const maxArgumentCharacters = 40_000;

/**
 * Returns the request of the console as snippets for use elsewhere.
 *
 * @param path - from the root: `/v1/run`.
 * @param origin - `http://127.0.0.1:8080`, without a slash.
 */
export function requestSnippets(path: string, body: object, origin: string): RequestSnippets {
  const json = JSON.stringify(body, null, 2);
  return { curl: curl(origin + path, JSON.stringify(body)), json, typescript: typescript(origin + path, json) };
}

/** A workflow in the forms that need only its steps. */
export interface WorkflowSnippets {
  /** Commands of a POSIX shell that run the command line on a file. */
  readonly command: string;
  /** A module that runs the client on a text. */
  readonly client: string;
}

/**
 * Returns a workflow as snippets for the command line and the client.
 *
 * @param origin - as in {@link requestSnippets}.
 * @param name - by which the gateway knows the steps.
 */
export function workflowSnippets(steps: readonly unknown[], origin: string, name?: string): WorkflowSnippets {
  const json = JSON.stringify(steps, null, 2);
  const named = name === undefined ? undefined : `{ workflow: '${name}' }`;
  const batch = `textmill batch run --url ${shellWord(origin)} --workflow ${name} -o result.txt -- text.txt\n`;
  return {
    command:
      name !== undefined
        ? batch
        : `cat > steps.json <<'JSON'\n${json}\nJSON\ntextmill run --steps steps.json < text.txt > result.txt\n`,
    client: `import { readFileSync } from 'node:fs';
import { createClient } from 'textmill-client';

const client = createClient({ baseUrl: '${origin}', apiKey: process.env.KEY ?? '' });
const { result } = await client.run(readFileSync('text.txt', 'utf8'), ${named ?? literal(json)});
console.log(result);
`,
  };
}

/** The first request with a key that was just created, ready to paste. @param origin - as in {@link requestSnippets}. */
export function keySnippets(secret: string, origin: string): { readonly curl: string; readonly client: string } {
  const body = { input: ' It works ', steps: ['trim-lines', 'upper-case'] };
  // The shell's own echo: other users of the machine can see the arguments of programs.
  const header = `(umask 077; echo ${shellWord(`x-api-key: ${secret}`)} > ${headerFiles.KEY})`;
  return {
    curl: `${header}\n${curl(`${origin}/v1/run`, JSON.stringify(body))}\n`,
    client: `import { createClient } from 'textmill/client';

const client = createClient({ baseUrl: '${origin}', apiKey: '${secret}' });
const { result } = await client.run('${body.input}', ['${body.steps.join("', '")}']);
console.log(result);
`,
  };
}

function curl(address: string, body: string): string {
  const request = [`curl -sS ${shellWord(address)}`, `-H @${headerFiles.KEY}`, "-H 'Content-Type: application/json'"];
  if (body.length <= maxArgumentCharacters) return [...request, `-d ${shellWord(body)}`].join(' \\\n  ');
  // JSON has no line ends outside its escapes, so no line of it can end the heredoc.
  return `${[...request, '--data-binary @-'].join(' \\\n  ')} <<'JSON'\n${body}\nJSON`;
}

function typescript(address: string, json: string): string {
  return `const response = await fetch('${address}', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': process.env.KEY ?? '' },
  body: JSON.stringify(${literal(json).replaceAll('\n', '\n  ')}),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
console.log(await response.json());
`;
}

/** Formats JSON as an object literal over several lines. Its line ends are never part of a text. */
function literal(json: string): string {
  return json.replace(/^( *)"([A-Za-z_$][\w$]*)":/gm, (_, indent: string, name: string) =>
    // As a plain name it would set the prototype.
    name === '__proto__' ? `${indent}['__proto__']:` : `${indent}${name}:`,
  );
}
