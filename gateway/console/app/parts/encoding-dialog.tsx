import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { type Encoding, encodings } from '../session/text-encoding.js';
import type { OtherEncoding } from '../session/text-file.js';
import { Field } from './field.js';
import { Modal } from './modal.js';

interface Question {
  readonly name: string;
  readonly file: OtherEncoding;
  /** @param encoding - undefined if the user closes the dialog. */
  readonly answer: (encoding: Encoding | undefined) => void;
}

const question = signal<Question | undefined>(undefined);

/** Asks in which encoding to read a file. @param answer - gets undefined if the user closes the dialog. */
export function askForEncoding(name: string, file: OtherEncoding, answer: Question['answer']): void {
  question.value = { name, file, answer };
}

/** Lets the user choose the encoding of a file, with its first lines. Rendered once for all views. */
export function EncodingDialog() {
  return question.value === undefined ? null : <Choose key={question.value.name} {...question.value} />;
}

const mostLines = 8;

function Choose({ name, file, answer }: Question) {
  const [encoding, setEncoding] = useState(file.guess);
  const close = (chosen: Encoding | undefined) => {
    question.value = undefined;
    answer(chosen);
  };
  const preview = file
    .preview(encoding)
    .split(/\r\n|\r|\n/, mostLines)
    .join('\n');
  return (
    <Modal title="In which encoding?" onClose={() => close(undefined)}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          close(encoding);
        }}
      >
        <p>
          <strong>{name}</strong> is not UTF-8. Choose the encoding in which its beginning reads well.
        </p>
        <Field label="Encoding">
          {(ids) => (
            <select
              {...ids}
              data-first
              value={encoding}
              onChange={({ currentTarget }) => setEncoding(currentTarget.value as Encoding)}
            >
              {encodings.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there. */}
        <section class="encoding-preview" aria-label="Beginning of the file" tabIndex={0}>
          <pre>{preview}</pre>
        </section>
        <button type="submit" class="button primary">
          Open
        </button>
      </form>
    </Modal>
  );
}
