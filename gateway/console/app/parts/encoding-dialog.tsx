import { useState } from 'preact/hooks';
import { type Encoding, encodings } from '../session/text-encoding.js';
import { chooseEncoding, type EncodingQuestion, encodingQuestion } from './encoding-store.js';
import { Field } from './field.js';
import { Modal } from './modal.js';

/** Lets the user choose the encoding of a file, with its first lines. Rendered once for all views. */
export function EncodingDialog() {
  const question = encodingQuestion.value;
  return question === undefined ? null : <Choose key={question.name} {...question} />;
}

const mostLines = 8;

function Choose({ name, file }: Omit<EncodingQuestion, 'answer'>) {
  const [encoding, setEncoding] = useState(file.guess);
  const preview = file
    .preview(encoding)
    .split(/\r\n|\r|\n/, mostLines)
    .join('\n');
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
