import { useRef } from 'preact/hooks';
import { useToolSearch } from '../../parts/tool-search-focus.js';
import { show } from '../../session/router-store.js';
import { foundTools, isSearch, query, search } from './store.js';

/** The search field of the list of tools. Enter opens the first result. */
export function ToolSearch({ total }: { readonly total: number }) {
  const found = foundTools.value;
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
        onInput={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && isSearch.value && first !== undefined) show(`tools/${first.slug}`);
        }}
      />
      <p class="fine" role="status">
        {isSearch.value ? `${found.length} of ${total} tools` : `${total} tools`}
      </p>
    </search>
  );
}
