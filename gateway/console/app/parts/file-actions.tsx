import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { FileTooLong, OtherEncoding, readTextFile } from '../session/text-file.js';
import { askForEncoding } from './encoding-store.js';

export interface TextFileTarget {
  /** In UTF-16 code units. */
  readonly maxCharacters: number;
  /** Called with the text and the name of the file. */
  readonly onText: (text: string, name: string) => void;
  /** Called with an error message for a refused file, and with '' before each try. */
  readonly onProblem: (problem: string) => void;
  /** Called with a file that is too long; by default that is a problem. */
  readonly onLong?: (file: File) => void;
}

/** Reads the text of a file, asks for its encoding if it is not UTF-8, or reports why it cannot. */
async function take(file: File, { maxCharacters, onText, onProblem, onLong }: TextFileTarget): Promise<void> {
  onProblem('');
  const problemOf = (error: unknown) => {
    if (error instanceof FileTooLong && onLong !== undefined) onLong(file);
    else onProblem(error instanceof Error ? error.message : String(error));
  };
  try {
    onText(await readTextFile(file, maxCharacters), file.name);
  } catch (error) {
    if (!(error instanceof OtherEncoding)) return problemOf(error);
    askForEncoding(file.name, error, (encoding) => {
      try {
        if (encoding === undefined) problemOf(error);
        else onText(error.read(encoding), file.name);
      } catch (refused) {
        problemOf(refused);
      }
    });
  }
}

/** A button to choose a text file. */
export function OpenFileButton({ children = 'Open file', ...target }: TextFileTarget & { children?: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button quiet" onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void take(file, target);
          // Lets the user choose the same file again after a change.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Accepts text files that are dropped anywhere on its children. Dragged text goes where it is dropped. */
export function DropTarget({ children, ...target }: TextFileTarget & { readonly children: ComponentChildren }) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without dragging.
    <div
      class="drop-target"
      data-over={isOver ? true : undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const [file, ...others] = event.dataTransfer?.files ?? [];
        if (file === undefined) return;
        event.preventDefault();
        if (others.length > 0) target.onProblem('Only one file can be opened at a time. Drop one of them.');
        else void take(file, target);
      }}
    >
      {children}
    </div>
  );
}

/** The type of saved files. */
export const plainText = 'text/plain;charset=utf-8';

export interface DownloadButtonProps {
  /** Called when the button is pressed. */
  readonly text: () => string;
  /** The name of the saved file: `urls.txt`. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
}

/** Saves a file as the browser saves downloads. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Saves a text as a UTF-8 file. */
export function DownloadButton({ text, name, disabled = false, children = 'Download' }: DownloadButtonProps) {
  const save = () => download(new Blob([text()], { type: plainText }), name);
  return (
    <button type="button" class="button quiet" disabled={disabled} onClick={save}>
      {children}
    </button>
  );
}
