import { signal } from '@preact/signals';
import type { Encoding } from '../session/text-encoding.js';
import type { OtherEncoding } from '../session/text-file.js';

export interface EncodingQuestion {
  readonly name: string;
  readonly file: OtherEncoding;
  /** @param encoding - undefined if the user closes the dialog. */
  readonly answer: (encoding: Encoding | undefined) => void;
}

// Inputs

/** The file whose encoding the user is asked for; undefined without one. */
export const encodingQuestion = signal<EncodingQuestion | undefined>(undefined);

// Actions

/** Asks in which encoding to read a file. @param answer - gets undefined if the user closes the dialog. */
export function askForEncoding(name: string, file: OtherEncoding, answer: EncodingQuestion['answer']): void {
  encodingQuestion.value = { name, file, answer };
}

/** Answers the question. @param chosen - undefined if the user closes the dialog. */
export function chooseEncoding(chosen: Encoding | undefined): void {
  const asked = encodingQuestion.peek();
  encodingQuestion.value = undefined;
  asked?.answer(chosen);
}
