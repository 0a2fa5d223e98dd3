import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { maxSteps } from '#engine/core/limits.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { useToolSearch } from '../../parts/tool-search-focus.js';
import { allTools, catalogue, catalogueFailure, loadCatalogue } from '../../session/catalogue-store.js';
import { favourites } from '../../session/favourites-store.js';
import type { Tool } from '../../session/tool.js';
import { addStep, aimAt, numbers, target, toolCount } from './cards-store.js';
import { nextActive, offeredTools } from './tool-groups.js';
import { ToolList } from './tool-list.js';

/**
 * Searches a tool and adds it: a combobox (WAI-ARIA Authoring Practices, "Editable Combobox With List Autocomplete").
 */
export function ToolSearch() {
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  useToolSearch(input);
  const listId = useId();
  const label = `Add a tool${targetName()}`;
  const tools = allTools.value;
  const groups = useMemo(() => offeredTools(tools, query, favourites.value), [tools, query, favourites.value]);
  const offered = useMemo(() => groups.flatMap((group) => group.tools), [groups]);
  const isFull = toolCount.value >= maxSteps;
  const isShown = isOpen && !isFull && catalogue.value !== undefined;
  const optionId = (index: number) => `${listId}-${index}`;
  useEffect(() => {
    if (isShown && active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  });
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = (tool: Tool | undefined) => {
    if (tool === undefined || !addStep(tool.slug)) return;
    setQuery('');
    close();
  };
  const move = (by: 1 | -1) => {
    setOpen(true);
    setActive(nextActive(isOpen ? active : -1, offered.length, by));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => pick(isShown ? offered[active] : undefined),
    Escape: () => (isOpen ? close() : setQuery('')),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.altKey || event.isComposing ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const type = (typed: string) => {
    setQuery(typed);
    setActive(typed.trim() === '' ? -1 : 0);
    setOpen(true);
  };
  return (
    <div class="tool-search">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={target.value === undefined ? 'Search a tool to add' : label}
        value={query}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          close();
          aimAt(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && <ToolList {...{ id: listId, groups, active, optionId, query }} onPick={pick} />}
      {isOpen && !isShown && (
        <div class="tool-list tool-list-note">
          <Unavailable isFull={isFull} />
        </div>
      )}
      <p class="off-screen" role="status">
        {isShown && query !== '' && `${count(offered.length, 'tool')} found`}
      </p>
    </div>
  );
}

/** Where it goes, unless to the end of the workflow: ` to group 1, else`. */
function targetName(): string {
  const { value } = target;
  if (value?.group === undefined) return '';
  return ` to group ${numbers.value.get(value.group)}${value.branch === 'else' ? ', else' : ''}`;
}

/** Why there is no list. */
function Unavailable({ isFull }: { readonly isFull: boolean }) {
  if (isFull) return <p>A workflow has at most {maxSteps} steps. Remove one to add another.</p>;
  if (catalogueFailure.value === '') return <p>The tools are on their way…</p>;
  return (
    <>
      <p>{catalogueFailure}</p>
      {/* Reacts before the field loses the focus, which closes this. */}
      <button type="button" class="button" onMouseDown={(event) => event.preventDefault()} onClick={loadCatalogue}>
        Try again
      </button>
    </>
  );
}
