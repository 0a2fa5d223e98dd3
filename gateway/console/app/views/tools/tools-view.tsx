import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { byCategory } from '#engine/catalogue/categories.js';
import {
  type Catalogue,
  catalogue,
  catalogueFailure,
  loadCatalogue,
  type Tool,
} from '../../session/catalogue-store.js';
import { addressOf, route } from '../../session/router-store.js';
import { nearestTools } from '../../session/search.js';
import { NothingFound } from './nothing-found.js';
import { foundTools, isSearch } from './store.js';
import { ToolIndex } from './tool-index.js';
import { ToolHeading, ToolPage } from './tool-page.js';
import { ToolSearch } from './tool-search.js';

/** The reference of the tools: all of them, or one. */
export function ToolsView() {
  const [, slug = ''] = route.value.split('/');
  useEffect(() => {
    if (slug === '') document.title = 'Tools · Textmill';
  }, [slug]);
  const tools = catalogue.value;
  if (tools === undefined) return <Waiting />;
  return slug === '' ? <ToolIndex tools={tools} /> : <OneTool slug={slug} tools={tools} />;
}

function OneTool({ slug, tools }: { readonly slug: string; readonly tools: Catalogue }) {
  const tool = tools.get(slug);
  return (
    <div class="tool-frame">
      <ToolSideList tools={tools} current={slug} />
      <div>
        <a class="tool-back" href={addressOf('tools')}>
          All tools
        </a>
        {tool === undefined ? <MissingTool slug={slug} tools={tools} /> : <ToolPage tool={tool} tools={tools} />}
      </div>
    </div>
  );
}

/** The most names to suggest. */
const suggestions = 3;

/** Shown for an address with an unknown tool. */
function MissingTool({ slug, tools }: { readonly slug: string; readonly tools: Catalogue }) {
  const nearest = nearestTools(tools.values(), slug, suggestions);
  return (
    <div class="tool-page missing-tool">
      <ToolHeading>No such tool</ToolHeading>
      <p>
        There is no tool named <code class="missing-slug">{slug}</code>.
        {nearest.length > 0 && ' These have names like it:'}
      </p>
      <ul>
        {nearest.map((tool) => (
          <li key={tool.slug}>
            <a href={addressOf(`tools/${tool.slug}`)}>{tool.title}</a> <code>{tool.slug}</code>
          </li>
        ))}
      </ul>
      <a class="button" href={addressOf('tools')}>
        All tools
      </a>
    </div>
  );
}

interface ToolSideListProps {
  readonly tools: Catalogue;
  /** The slug of the open tool. */
  readonly current: string;
}

/** The names of all tools beside the open one, on wide screens. */
function ToolSideList({ tools, current }: ToolSideListProps) {
  const found = foundTools.value;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => reveal(list.current), [current]);
  const groups = isSearch.value ? [{ name: '', title: '', entries: found }] : byCategory(found);
  return (
    <nav class="tool-side" aria-label="Tools">
      <ToolSearch total={tools.size} />
      <div class="tool-side-list" ref={list}>
        {found.length === 0 && <NothingFound />}
        {groups.map(({ name, title, entries: members }) => (
          <div key={name}>
            {title !== '' && <h2>{title}</h2>}
            <ul>{members.map((tool) => item(tool, current))}</ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function item({ slug, title }: Tool, current: string) {
  return (
    <li key={slug}>
      <a class="side-link" href={addressOf(`tools/${slug}`)} aria-current={slug === current ? 'page' : undefined}>
        {title}
      </a>
    </li>
  );
}

/** Scrolls only the list, to show the current tool. */
function reveal(list: HTMLElement | null): void {
  const link = list?.querySelector<HTMLElement>('[aria-current]');
  if (list === null || link === null || link === undefined) return;
  const top = link.offsetTop - list.offsetTop;
  const isSeen = top >= list.scrollTop && top + link.offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTop = top - list.clientHeight / 3;
}

/** Shown until the catalogue has arrived, or if it cannot be loaded. */
function Waiting() {
  const failure = catalogueFailure.value;
  return (
    <div class="empty">
      <h1>Tools</h1>
      {failure === '' ? (
        <p role="status">Loading the tools…</p>
      ) : (
        <>
          <p role="alert">The tools could not be loaded. {failure}</p>
          <button type="button" class="button" onClick={loadCatalogue}>
            Try again
          </button>
        </>
      )}
    </div>
  );
}
