import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { type ProgramResult, runProgram } from './program.js';

const clientSettings = 'gateway/client/tsconfig.json';
const project = fileURLToPath(new URL('../../', import.meta.url));

/** The minimal sources from which the console is bundled and the client compiled. */
export const leastSources = {
  'gateway/client/index.ts': 'export const client: string = "client";\n',
  'gateway/console/app/index.html': '<link href="assets/main.css"><script src="assets/main.js"></script>\n',
  'gateway/console/app/theme/first-theme.ts': 'document.title = "theme";\n',
  'gateway/console/app/jsx.ts': "import { h } from 'preact';\n\nexport { h };\n",
  'gateway/console/app/main.tsx': 'export const page = <p>console</p>;\n',
  'gateway/console/app/reference/reference.ts': 'document.title = "reference";\n',
  'gateway/console/app/style/main.css': 'p { color: red }\n',
  'gateway/console/app/style/reference.css': 'p { color: green }\n',
};

/** A checkout that a test may change: this project's scripts and settings, with sources from the test. */
export interface ProjectCopy {
  readonly directory: string;
  /** Writes files by their paths in the project. */
  write(files: Readonly<Record<string, string>>): void;
  /** Runs a script of the copy in Node, to its end. */
  node(script: string, args?: readonly string[], environment?: NodeJS.ProcessEnv): Promise<ProgramResult>;
}

/** Makes a copy in a folder whose name needs quoting everywhere; it is removed after the test. */
export function copyProject(t: CleanupScope, options: { readonly installed: boolean }): ProjectCopy {
  const directory = mkdtempSync(join(tmpdir(), 'a [copy] of "textmill"\'s ü '));
  cleanUpAfter(t, () => rmSync(directory, { recursive: true, force: true }));
  const copied = ['package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE', 'gateway/build', clientSettings];
  const runner = [
    ...[
      'compile-sources',
      'file-times',
      'from-compiled',
      'made-folder',
      'run-files',
      'send-events',
      'shared-processes',
    ],
    'transpile',
  ].map((name) => `test/support/${name}.mjs`);
  for (const path of [...copied, 'test/run.mjs', 'test/reporter.mjs', ...runner])
    cpSync(join(project, path), join(directory, path), { recursive: true });
  if (options.installed) symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'));
  return {
    directory,
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), content);
      }
    },
    node: (script, args = [], environment = {}) =>
      runProgram(process.execPath, [join(directory, script), ...args], { cwd: directory, environment }),
  };
}
