import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The scope of a folder: a test's context, or `{ after }` of node:test for a whole file. */
export interface Scope {
  after(cleanup: () => void): void;
}

/** Creates a folder, which is removed with its contents when the scope ends. */
export function temporaryFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'textmill-'));
  scope.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
