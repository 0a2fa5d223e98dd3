import { pieces } from './white-space.js';

/** A text with visible white space, which is copied unchanged. */
export function ShownText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div class="sample">
      <h4>{label}</h4>
      {text === '' ? (
        <p class="sample-empty">Empty</p>
      ) : (
        <pre>
          {pieces(text).map(({ text: part, sign }, index) =>
            sign === undefined ? (
              part
            ) : (
              <span key={index} class={sign.startsWith('U+') ? 'unseen code' : 'unseen'} data-sign={sign}>
                {part}
              </span>
            ),
          )}
        </pre>
      )}
    </div>
  );
}
