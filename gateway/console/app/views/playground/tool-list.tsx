import { foundIn } from '../../session/search.js';
import type { Tool } from '../../session/tool.js';
import type { ToolGroup } from './tool-groups.js';

export interface ToolListProps {
  readonly id: string;
  readonly groups: readonly ToolGroup[];
  /** Counted over all groups; -1 if none is. */
  readonly active: number;
  readonly optionId: (index: number) => string;
  readonly query: string;
  readonly onPick: (tool: Tool) => void;
}

/** The options of the search. The focus stays in the field, whose attributes name the active option. */
export function ToolList({ id, groups, active, optionId, query, onPick }: ToolListProps) {
  let index = -1;
  const option = (tool: Tool) => {
    index += 1;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as the pattern requires.
      <div
        key={tool.slug}
        id={optionId(index)}
        class="tool-option"
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        onClick={() => onPick(tool)}
      >
        <span class="tool-option-title">
          <Marked text={tool.title} query={query} />
        </span>
        <code>
          <Marked text={tool.slug} query={query} />
        </code>
        <span class="tool-option-about">
          <Marked text={tool.description} query={query} />
        </span>
      </div>
    );
  };
  return (
    <div id={id} class="tool-list" role="listbox" aria-label="Tools" onMouseDown={(event) => event.preventDefault()}>
      {groups.length === 0 && <p class="tool-list-note">No tool fits “{query}”.</p>}
      {groups.map(({ title, tools }) =>
        title === '' ? (
          tools.map(option)
        ) : (
          <fieldset key={title} aria-label={title}>
            <div class="tool-group" aria-hidden="true">
              {title}
            </div>
            {tools.map(option)}
          </fieldset>
        ),
      )}
    </div>
  );
}

/** A text with marked search words. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const parts = [];
  let at = 0;
  for (const [start, end] of query === '' ? [] : foundIn(text, query)) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
