import { signal } from '@preact/signals';
import { download, plainText } from '../../parts/file-actions.js';
import {
  beginFile,
  beginningOf,
  encodingOf,
  type FileEncoding,
  type FileProgress,
  runFile,
} from '../../session/file-run.js';
import { isAbort } from '../../session/request.js';
import { explicitSteps } from './table-store.js';
import { type SentSteps, sentSteps } from './workflow/sent-steps.js';
import type { WorkflowStep } from './workflow/workflow.js';

/** What a file that was opened is at. */
export type FileState =
  | { readonly at: 'reading' }
  /** The steps cannot run on it; the first that needs the whole text, if there is one. */
  | { readonly at: 'refused'; readonly because: string; readonly step?: WorkflowStep }
  | { readonly at: 'ready'; readonly problem: string }
  | { readonly at: 'running'; readonly progress: FileProgress }
  | { readonly at: 'done'; readonly progress: FileProgress; readonly failed: string };

// Inputs

/** The file that is too long for the page; undefined without one. */
export const openedFile = signal<File | undefined>(undefined);
export const fileState = signal<FileState>({ at: 'reading' });
export const fileEncoding = signal<FileEncoding>('utf-8');
/** The first lines, in that encoding. */
export const fileBeginning = signal('');

/** Ends what is asked of the engine for the file. */
let asking = new AbortController();

// Actions

/** Opens a file to run the steps on, and finds out whether they can. */
export function openFile(file: File): void {
  asking.abort();
  asking = new AbortController();
  openedFile.value = file;
  fileState.value = { at: 'reading' };
  fileBeginning.value = '';
  void prepare(file, sentSteps(explicitSteps.peek()), asking.signal);
}

/** Closes the file. A run ends, and leaves nothing behind. */
export function closeFile(): void {
  asking.abort();
  openedFile.value = undefined;
}

/** Reads the file in another encoding. */
export async function readFileAs(encoding: FileEncoding): Promise<void> {
  const file = openedFile.peek();
  fileEncoding.value = encoding;
  if (file === undefined) return;
  const beginning = await beginningOf(file, encoding);
  if (openedFile.peek() === file && fileEncoding.peek() === encoding) fileBeginning.value = beginning;
}

/** Stops the run: nothing is saved. */
export function stopFile(): void {
  asking.abort();
  fileState.value = { at: 'ready', problem: 'The run was stopped: nothing is saved.' };
}

async function prepare(file: File, sent: SentSteps, aborted: AbortSignal): Promise<void> {
  try {
    await readFileAs(await encodingOf(file));
    const { wholeText } = await beginFile(sent.steps, aborted);
    const step = wholeText === undefined ? undefined : sent.byPath.get(wholeText);
    fileState.value = step === undefined ? { at: 'ready', problem: '' } : { at: 'refused', because: '', step };
  } catch (error) {
    if (!aborted.aborted) fileState.value = { at: 'refused', because: messageOf(error) };
  }
}

/** Asks where to save the result, runs the steps on the file, and saves it there. */
export async function saveFile(): Promise<void> {
  const file = openedFile.peek();
  if (file === undefined) return;
  asking = new AbortController();
  const { signal: aborted } = asking;
  let target: FileTarget | undefined;
  try {
    target = await targetFor(file);
    fileState.value = { at: 'running', progress: { bytes: 0, lines: 0, written: 0 } };
    // The run before has taken what was prepared.
    await beginFile(sentSteps(explicitSteps.peek()).steps, aborted);
    const { failed, ...progress } = await runFile({
      file,
      encoding: fileEncoding.peek(),
      signal: aborted,
      write: target.write,
      onProgress: (reached) => {
        fileState.value = { at: 'running', progress: reached };
      },
    });
    await target.commit();
    fileState.value = { at: 'done', progress, failed };
  } catch (error) {
    await target?.discard();
    if (!aborted.aborted) fileState.value = { at: 'ready', problem: isAbort(error) ? '' : messageOf(error) };
  }
}

/** Where a result is saved. */
interface FileTarget {
  readonly write: (text: string) => Promise<void>;
  readonly commit: () => Promise<void> | void;
  readonly discard: () => Promise<void> | void;
}

/** What browsers with the File System Access API have. */
interface FilePicker {
  showSaveFilePicker(options: { readonly suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** @throws {DOMException} `AbortError` if the user chooses no file. */
async function targetFor({ name }: File): Promise<FileTarget> {
  const suggestedName = name.replace(/(?=\.[^.]*$)|$/, '-textmill');
  if ('showSaveFilePicker' in window) {
    const handle = await (window as unknown as FilePicker).showSaveFilePicker({ suggestedName });
    const stream = await handle.createWritable();
    return { write: (text) => stream.write(text), commit: () => stream.close(), discard: () => stream.abort() };
  }
  // Browsers keep many large blobs on the disk.
  const parts: Blob[] = [];
  return {
    write: async (text) => {
      parts.push(new Blob([text]));
    },
    commit: () => download(new Blob(parts, { type: plainText }), suggestedName),
    discard: () => {
      parts.length = 0;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
