import { useEffect } from 'preact/hooks';
import { type Catalogue, catalogue, catalogueFailure, loadCatalogue } from '../../session/catalogue.js';
import { addressOf, route } from '../../session/router.js';
import { MissingTool } from './missing-tool.js';
import { ToolIndex } from './tool-index.js';
import { ToolPage } from './tool-page.js';
import { ToolSideList } from './tool-side-list.js';

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
