import { useRef } from 'preact/hooks';
import { useToolSearch } from '../../parts/tool-search-focus.js';
import { show } from '../../session/router.js';
import type { Tool } from '../../session/tool.js';
import { query } from './tool-query.js';

export interface ToolSearchProps {
  /** The results, best first. */
  readonly found: readonly Tool[];
  readonly total: number;
}

/** The search field of the list of tools. Enter opens the first result. */
export function ToolSearch({ found, total }: ToolSearchProps) {
  const [first] = found;
  const input = useRef<HTMLInputElement>(null);
  useToolSearch(input);
  return (
    <search class="tools-search">
      <input
        ref={input}
        type="search"
        aria-label="Search tools"
        placeholder="Search by name or description"
        spellcheck={false}
        autocomplete="off"
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && query.value.trim() !== '' && first !== undefined) show(`tools/${first.slug}`);
        }}
      />
      <p class="fine" role="status">
        {query.value.trim() === '' ? `${total} tools` : `${found.length} of ${total} tools`}
      </p>
    </search>
  );
}
