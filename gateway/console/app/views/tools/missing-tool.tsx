import type { Catalogue } from '../../session/catalogue.js';
import { addressOf } from '../../session/router.js';
import { nearestTools } from '../../session/search.js';
import { ToolHeading } from './tool-page.js';

/** The most names to suggest. */
const suggestions = 3;

/** Shown for an address with an unknown tool. */
export function MissingTool({ slug, tools }: { readonly slug: string; readonly tools: Catalogue }) {
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
