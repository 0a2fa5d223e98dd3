import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

/** Creates a folder, which is removed with its contents when the scope ends. */
export function temporaryFolder(scope: CleanupScope): string {
  const folder = mkdtempSync(join(tmpdir(), 'textmill-'));
  // A gateway whose supervisor was killed writes until it notices.
  cleanUpAfter(scope, () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
