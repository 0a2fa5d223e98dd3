import { useEffect, useRef } from 'preact/hooks';
import { byCategory, categoryTitle } from '#engine/catalogue/categories.js';
import { optionFacts } from '../../../option-facts.js';
import { labelOf } from '../../forms/label.js';
import { CopyButton } from '../../parts/copy-button.js';
import { FavouriteButton } from '../../parts/favourite-button.js';
import type { Catalogue, Tool } from '../../session/catalogue-store.js';
import { addressOf } from '../../session/router-store.js';
import { isSite, referenceOf } from '../../session/site.js';
import type { ConfigSchema } from '../../session/tool.js';
import { workflowAddress } from '../../session/workflow-address.js';
import { exampleCurl } from './example-request.js';
import { ToolExample } from './tool-example.js';

/** The page of one tool. */
export function ToolPage({ tool, tools }: { readonly tool: Tool; readonly tools: Catalogue }) {
  const { slug, title, category, description, config, examples } = tool;
  const [first] = examples;
  return (
    <article class="tool-page">
      <header>
        <p class="fine">{categoryTitle(category)}</p>
        <ToolHeading>{title}</ToolHeading>
        <p class="tool-slug">
          <code>{slug}</code>
          <CopyButton text={() => slug}>Copy name</CopyButton>
          <FavouriteButton slug={slug} title={title} />
        </p>
        <p class="tool-description">{description}</p>
        <a class="button primary" href={workflowAddress([{ toolSlug: slug }], first?.input)}>
          Open in the playground
        </a>{' '}
        {/* In a new tab: leaving the page forgets its texts. */}
        <a class="button quiet" href={referenceOf(tool)} target="_blank" rel="noopener">
          {isSite ? 'Reference' : 'API reference'} <span aria-hidden="true">↗</span>
        </a>
      </header>
      <section aria-labelledby="options">
        <h2 id="options">Options</h2>
        <OptionsList {...config} />
      </section>
      <section aria-labelledby="examples">
        <h2 id="examples">Examples</h2>
        {examples.map((example, index) => (
          <ToolExample key={`${slug} ${index}`} slug={slug} example={example} position={index + 1} />
        ))}
      </section>
      {first !== undefined && !isSite && (
        <section aria-labelledby="request">
          <h2 id="request">Request</h2>
          <div class="tool-request">
            <pre>{exampleCurl(slug, first)}</pre>
            <CopyButton text={() => exampleCurl(slug, first)}>Copy</CopyButton>
          </div>
        </section>
      )}
      <Neighbours slug={slug} tools={tools} />
    </article>
  );
}

/** The options of a tool, each with its label in forms, its type, default and description. */
function OptionsList({ properties, required = [] }: ConfigSchema) {
  const options = Object.entries(properties);
  if (options.length === 0) return <p class="fine">This tool has none.</p>;
  return (
    <dl class="option-list">
      {options.map(([name, schema]) => {
        const { type, description, fallback } = optionFacts(schema);
        return (
          <div key={name}>
            <dt>
              <code class="option-key">{name}</code>
            </dt>
            <dd class="option-takes">
              {type}
              {required.includes(name) && <em>required</em>}
              {fallback !== undefined && (
                <span>
                  default <code class="option-default">{fallback}</code>
                </span>
              )}
            </dd>
            <dd>
              <span class="option-label">{labelOf(name, schema)}</span>
              {description}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The heading of a page in the view. Screen readers announce it after navigation from another page. */
export function ToolHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(children);
  useEffect(() => {
    document.title = `${children} · Tools · Textmill`;
    if (last.current !== children) heading.current?.focus({ preventScroll: true });
    last.current = children;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The previous and the next tool of the list. */
function Neighbours({ slug, tools }: { readonly slug: string; readonly tools: Catalogue }) {
  const all = byCategory(tools.values()).flatMap(({ entries }) => entries);
  const at = all.findIndex((tool) => tool.slug === slug);
  const [previous, next] = [all[at - 1], all[at + 1]];
  return (
    <nav class="tool-neighbours" aria-label="Previous and next tool">
      {previous && (
        <a class="tool-neighbour" href={addressOf(`tools/${previous.slug}`)} rel="prev">
          <span class="fine">Previous</span> {previous.title}
        </a>
      )}
      {next && (
        <a class="tool-neighbour" href={addressOf(`tools/${next.slug}`)} rel="next">
          <span class="fine">Next</span> {next.title}
        </a>
      )}
    </nav>
  );
}
