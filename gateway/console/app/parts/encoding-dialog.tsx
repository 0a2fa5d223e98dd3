import { useState } from 'preact/hooks';
import { encodings } from '../session/text-encoding.js';
import { chooseEncoding, type EncodingQuestion, encodingQuestion } from './encoding-store.js';
import { Field } from './field.js';
import { Modal } from './modal.js';

/** Lets the user choose the encoding of a file, with its first lines. Rendered once for all views. */
export function EncodingDialog() {
  const question = encodingQuestion.value;
  return question === undefined ? null : <Choose key={question.name} {...question} />;
}

function Choose({ name, file }: Omit<EncodingQuestion, 'answer'>) {
  const [encoding, setEncoding] = useState(file.guess);
  return (
    <Modal title="In which encoding?" onClose={() => chooseEncoding(undefined)}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          chooseEncoding(encoding);
        }}
      >
        <p>
          <strong>{name}</strong> is not UTF-8. Choose the encoding in which its beginning reads well.
        </p>
        <EncodingField value={encoding} beginning={file.preview(encoding)} choices={encodings} onChange={setEncoding} />
        <button type="submit" class="button primary">
          Open
        </button>
      </form>
    </Modal>
  );
}

export interface EncodingFieldProps<Name extends string> {
  readonly value: Name;
  /** Of the file, in that encoding. */
  readonly beginning: string;
  readonly choices: readonly (readonly [name: Name, title: string])[];
  readonly onChange: (name: Name) => void;
}

const mostLines = 8;

/** A choice of encodings, and the first lines of the file in the chosen one. */
export function EncodingField<Name extends string>({ value, beginning, choices, onChange }: EncodingFieldProps<Name>) {
  return (
    <>
      <Field label="Encoding">
        {(ids) => (
          <select
            {...ids}
            data-first
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value as Name)}
          >
            {choices.map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there. */}
      <section class="encoding-preview" aria-label="Beginning of the file" tabIndex={0}>
        <pre>{beginning.split(/\r\n|\r|\n/, mostLines).join('\n')}</pre>
      </section>
    </>
  );
}
