import { shellWord } from '#gateway/core/shell-word.js';
import type { Exposure } from './config/exposure.js';

/** The facts that the startup banner shows. */
export interface BannerFacts {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  /** Where the token is stored; undefined if it comes from ADMIN_TOKEN. */
  readonly tokenFile: string | undefined;
  /** Set if keys and texts may cross a network in plain text. */
  readonly exposure?: Exposure | undefined;
  /** How to call the command line in the folder where the gateway was started, such as `npx .`; in shell syntax. */
  readonly command: string;
  /** Whether it is written to a terminal. */
  readonly atTerminal: boolean;
  /** The link that signs the operator in once; only for a terminal. */
  readonly link?: string | undefined;
}

/** Returns the page of the first start: where things are, and commands to paste. */
export function firstStartBanner(facts: BannerFacts): string {
  const { url, command } = facts;
  return `${startupBanner(facts)}
${facts.link === undefined ? tryWithToken(facts) : ''}
Make an API key. It is shown once; this keeps it in $KEY, and in a file for curl, because every user of a machine can see
the arguments of programs:

  KEY=$(${command} keys create) && (umask 077; echo "x-api-key: $KEY" > key-header)

Trim and sort some lines with it:

  curl -sS ${shellWord(`${url}/v1/run`)} -H @key-header -H 'Content-Type: application/json' -d '{"input":"  pear\\n apple\\n  pear","steps":["trim-lines","dedupe-sort"]}'
${url.startsWith('https:') ? '\nAdd -k if curl does not know who signed the certificate, or it is for another name.\n' : ''}
`;
}

function tryWithToken({ tokenFile, command }: BannerFacts): string {
  const token =
    tokenFile === undefined ? ' admin token.' : ` admin token, which this prints:\n\n  cat ${shellWord(tokenFile)}`;
  return `Try it in a browser: open the console, and sign in with a link, which \`${command} signin\` prints, or with the${token}\n`;
}

/** Returns the page of later starts at a terminal: where things are, how to sign in, and how to stop. */
export function startupBanner({ url, dataDir, tokenFile, exposure, command, atTerminal, link }: BannerFacts): string {
  const addresses = exposure?.addresses.map((address) => `  ${address}\n`) ?? [];
  return `
Textmill is listening on ${url}
  console      ${url}/console/
  data folder  ${dataDir}
  admin token  ${tokenFile ?? 'the environment variable ADMIN_TOKEN'}
${atTerminal ? '  stop         Ctrl-C\n' : ''}${exposure === undefined ? '' : `\nWarning: ${exposure.warning}\n${addresses.join('')}`}${link === undefined ? '' : linkPart(link, command)}`;
}

function linkPart(link: string, command: string): string {
  return `
Open this link to sign in. It works once, for 15 minutes; \`${command} signin\` prints another:

  ${link}
`;
}
