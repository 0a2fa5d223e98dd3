import { byCategory, categoryTitle } from '#engine/catalogue/categories.js';
import type { Catalogue, Tool } from '../../session/catalogue-store.js';
import { addressOf } from '../../session/router-store.js';
import { foundIn } from '../../session/search.js';
import { NothingFound } from './nothing-found.js';
import { foundTools, isSearch, query } from './store.js';
import { ToolSearch } from './tool-search.js';

/** All tools by category, or the search results, best first. */
export function ToolIndex({ tools }: { readonly tools: Catalogue }) {
  const found = foundTools.value;
  return (
    <div class="tool-index">
      <div class="view-head">
        <h1>Tools</h1>
        <ToolSearch total={tools.size} />
      </div>
      {isSearch.value && found.length > 0 && <ToolCards tools={found} withCategory />}
      {isSearch.value && found.length === 0 && <NothingFound />}
      {!isSearch.value &&
        byCategory(found).map(({ name, title, entries: members }) => (
          <section key={name} aria-labelledby={`category-${name}`}>
            <h2 id={`category-${name}`}>{title}</h2>
            <ToolCards tools={members} />
          </section>
        ))}
    </div>
  );
}

function ToolCards({
  tools,
  withCategory = false,
}: {
  readonly tools: readonly Tool[];
  readonly withCategory?: boolean;
}) {
  return (
    <ul class="tool-cards">
      {tools.map(({ slug, title, category, description }) => (
        <li key={slug}>
          <a class="card-link" href={addressOf(`tools/${slug}`)}>
            <Marked text={title} />
          </a>
          <code class="card-slug">
            <Marked text={slug} />
          </code>
          <p class="card-text">
            <Marked text={description} />
          </p>
          {withCategory && <p class="card-category">{categoryTitle(category)}</p>}
        </li>
      ))}
    </ul>
  );
}

/** A text with marked search words. */
function Marked({ text }: { readonly text: string }) {
  const places = foundIn(text, query.value);
  if (places.length === 0) return <>{text}</>;
  const ends = [0, ...places.map(([, end]) => end)];
  return (
    <>
      {places.map(([start, end], index) => (
        <>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
