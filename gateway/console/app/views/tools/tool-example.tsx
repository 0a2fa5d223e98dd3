import { CopyButton } from '../../parts/copy-button.js';
import { isSite } from '../../session/site.js';
import type { Tool } from '../../session/tool.js';
import { longestInput, workflowAddress } from '../../session/workflow-address.js';
import { exampleCurl, stepOf } from './example-request.js';
import { pieces } from './white-space.js';

export interface ToolExampleProps {
  readonly slug: string;
  readonly example: Tool['examples'][number];
  /** From 1. */
  readonly position: number;
}

/** An example: the text before and after, and the options. */
export function ToolExample({ slug, example, position }: ToolExampleProps) {
  const { input, config = {}, output } = example;
  const settings = Object.entries(config);
  const name = `Example ${position}`;
  return (
    <figure class="tool-example" aria-label={name}>
      <figcaption>
        <h3>{name}</h3>
        <p class="tool-settings">
          {settings.length === 0 && <span class="fine">with the defaults</span>}
          {settings.map(([option, value]) => (
            <code key={option} class="tool-setting">
              {option}: {JSON.stringify(value)}
            </code>
          ))}
        </p>
        <div class="tool-actions">
          {!isSite && <CopyButton text={() => exampleCurl(slug, example)}>Copy as curl</CopyButton>}
          {input.length <= longestInput && (
            <a class="button" href={workflowAddress([stepOf(slug, example)], input)}>
              Open in the playground
              <span class="off-screen">: {name.toLowerCase()}</span>
            </a>
          )}
        </div>
      </figcaption>
      <div class="samples">
        <ShownText label="Input" text={input} />
        <ShownText label="Output" text={output} />
      </div>
    </figure>
  );
}

/** A text with visible white space, which is copied unchanged. */
function ShownText({ label, text }: { readonly label: string; readonly text: string }) {
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
