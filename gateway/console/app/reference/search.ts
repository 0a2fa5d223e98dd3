import { type SearchEntry, type SearchFile, searchEntries, searchKinds } from '../../search-kinds.js';
import { element, elements } from './element.js';

type TaskSearch = typeof import('#engine/catalogue/tool-search.js');

const indexAddress = '/docs/search.json';
const maxResults = 20;

/** Shows the search: a combobox whose options are links (ARIA Authoring Practices, "Combobox"). */
export function enableSearch(): void {
  const field = document.querySelector<HTMLInputElement>('.search input');
  const list = document.getElementById('found');
  const status = document.querySelector<HTMLElement>('.search [role="status"]');
  if (field === null || list === null || status === null) return;
  let results: readonly SearchEntry[] = [];
  let active = -1;

  const choose = (index: number) => {
    active = index;
    for (const [position, option] of [...list.children].entries()) {
      option.ariaSelected = String(position === index);
      if (position === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index === -1) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `found-${index}`);
  };
  const close = () => {
    list.hidden = true;
    field.ariaExpanded = 'false';
    choose(-1);
  };
  const update = async () => {
    const query = field.value;
    if (query.trim() === '') return close();
    const index = await loadedIndex();
    // More has been typed while the index was loaded.
    if (query !== field.value) return;
    results = foundEntries(index, query).slice(0, maxResults);
    list.replaceChildren(...results.map(optionOf));
    list.hidden = results.length === 0;
    field.ariaExpanded = String(results.length > 0);
    status.textContent = results.length === 0 ? `Nothing found for ${query}` : `${results.length} results`;
    status.classList.toggle('off-screen', results.length > 0);
    choose(results.length > 0 ? 0 : -1);
  };
  const follow = (entry: SearchEntry | undefined) => {
    if (entry === undefined) return;
    field.value = '';
    close();
    location.assign(entry[3]);
  };

  field.addEventListener('focus', () => void loadedIndex());
  field.addEventListener('input', () => void update());
  field.addEventListener('blur', close);
  // Else the field would lose the focus, and the list be closed, before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role="option"]') : null;
    if (option !== null) follow(results[[...list.children].indexOf(option)]);
  });
  field.addEventListener('keydown', (event) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Escape') {
      field.value = '';
      status.textContent = '';
      close();
    } else if (event.key === 'Enter') follow(results[active]);
    else if (step !== undefined && !list.hidden) choose((active + step + results.length) % results.length);
    else return;
    event.preventDefault();
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  for (const box of elements('search')) box.hidden = false;
}

/** What can be found: entries by their words, and tools by what people want to do, or call them elsewhere. */
interface Index {
  readonly entries: readonly SearchEntry[];
  readonly toolsFor: (query: string) => readonly SearchEntry[];
}

let index: Promise<Index> | undefined;

/** Loads what can be found, once. Without it nothing is found, and the next try loads it again. */
function loadedIndex(): Promise<Index> {
  const tasks = import('#engine/catalogue/tool-search.js');
  index ??= Promise.all([fetch(indexAddress), tasks])
    .then(async ([response, search]) => indexOf((await response.json()) as SearchFile, search))
    .catch(() => {
      index = undefined;
      return { entries: [], toolsFor: () => [] };
    });
  return index;
}

const toolKind = searchKinds.indexOf('Tool');

function indexOf(file: SearchFile, { searchWhileTyping, mostResults }: TaskSearch): Index {
  const entries = searchEntries(file);
  const tools = file.entries.flatMap(([kind, slug, about, address, options]) => {
    if (kind !== toolKind) return [];
    const entry = entries.find(([each, name]) => each === kind && name === slug);
    const [, title = '', description = ''] = /^(.*?): (.*)$/s.exec(about) ?? [];
    const category = /([^/#]*)#/.exec(address)?.[1] ?? '';
    const described = options.map(([name, text]) => [name, { description: file.texts[text] }] as const);
    return entry === undefined
      ? []
      : [{ entry, slug, title, description, category, config: { properties: Object.fromEntries(described) } }];
  });
  const toolsFor = (query: string) =>
    searchWhileTyping(tools, query)
      .slice(0, mostResults)
      .map(({ entry }) => entry);
  return { entries, toolsFor };
}

function optionOf([kind, name, details]: SearchEntry, position: number): HTMLElement {
  const option = element('div', 'result');
  option.id = `found-${position}`;
  option.role = 'option';
  const first = element('div');
  first.append(element('code', '', name), element('span', 'fine', searchKinds[kind]));
  option.append(first, element('div', 'fine details', details));
  return option;
}

/** Fields and options may share their names with others. */
const firstShared = searchKinds.indexOf('Field');

/** Up to this rank, the words are in the name. */
const named = 2;

/**
 * Returns the endpoints, tools and errors that have every word of a query in their names, then the tools for what it asks
 * for, then what contains the words elsewhere.
 */
function foundEntries({ entries, toolsFor }: Index, query: string): readonly SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words, query.trim().toLowerCase()) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank || a.entry[0] - b.entry[0]);
  const first = found.filter(({ entry: [kind], rank }) => rank <= named && kind < firstShared);
  return [...new Set([...first.map(({ entry }) => entry), ...toolsFor(query), ...found.map(({ entry }) => entry)])];
}

/** Infinity for an entry that does not contain every word. */
function rankOf([kind, name, details]: SearchEntry, words: readonly string[], query: string): number {
  const inName = name.toLowerCase();
  // Many tools have an option of the same name: they come after the tools themselves.
  if (inName === query && kind < firstShared) return 0;
  const inDetails = details.toLowerCase();
  const ranks = words.map((word) => {
    if (beginsWord(inName, word)) return 1;
    if (inName.includes(word)) return 2;
    if (beginsWord(inDetails, word)) return 3;
    return inDetails.includes(word) ? 4 : Number.POSITIVE_INFINITY;
  });
  return Math.max(...ranks);
}

/** Whether a word begins at a place where the letter before is none. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
