// @ts-check
import { spawn } from 'node:child_process';
import { ScriptError } from './script.mjs';

/**
 * Runs npm to its end.
 *
 * @param {string} directory - its working folder, whose .npmrc it reads.
 * @param {readonly string[]} options
 * @returns {Promise<string>} its standard output.
 * @throws {NpmError} if npm fails.
 * @throws {ScriptError} if it is missing.
 */
export async function runNpm(directory, options) {
  // npm passes its own path to scripts; the npm in PATH may have another version.
  const self = process.env.npm_execpath ?? '';
  const [command, ...before] = self.endsWith('npm-cli.js') ? [process.execPath, self] : ['npm'];
  const child = spawn(command ?? 'npm', [...before, ...options, '--loglevel=notice'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const status = await new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject('code' in error && error.code === 'ENOENT' ? new ScriptError(npmMissing) : error),
    );
    child.on('close', resolve);
  });
  if (status !== 0) throw new NpmError(options[0] ?? '', said);
  return output;
}

/** A failure of npm, with its messages, which are shown only if nothing else can be tried. */
export class NpmError extends ScriptError {
  /**
   * @param {string} command - such as `ci`.
   * @param {string} messages
   */
  constructor(command, messages) {
    super(`npm ${command} failed; see its messages above.`);
    this.messages = messages;
  }
}

const npmMissing =
  'npm is missing: install Node.js from https://nodejs.org, which includes it, or run apt-get install npm.';
