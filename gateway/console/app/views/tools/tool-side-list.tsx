import { useLayoutEffect, useRef } from 'preact/hooks';
import { byCategory } from '../../../../../engine/catalogue/categories.js';
import { searchWhileTyping } from '../../../../../engine/catalogue/tool-search.js';
import { allTools, type Catalogue, type Tool } from '../../session/catalogue.js';
import { addressOf } from '../../session/router.js';
import { NothingFound } from './nothing-found.js';
import { query } from './tool-query.js';
import { ToolSearch } from './tool-search.js';

export interface ToolSideListProps {
  readonly tools: Catalogue;
  /** The slug of the open tool. */
  readonly current: string;
}

/** The names of all tools beside the open one, on wide screens. */
export function ToolSideList({ tools, current }: ToolSideListProps) {
  const found = searchWhileTyping(allTools.value, query.value);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => reveal(list.current), [current]);
  const groups = query.value.trim() === '' ? byCategory(found) : [{ name: '', title: '', entries: found }];
  return (
    <nav class="tool-side" aria-label="Tools">
      <ToolSearch found={found} total={tools.size} />
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
