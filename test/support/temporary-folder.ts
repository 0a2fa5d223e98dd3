import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

/** Creates a folder, which is removed with its contents when the scope ends. */
export function temporaryFolder(scope: CleanupScope): string {
  const folder = mkdtempSync(join(tmpdir(), 'textmill-'));
  cleanUpAfter(scope, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
