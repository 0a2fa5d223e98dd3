import { useState } from 'preact/hooks';
import { Modal } from '../../parts/modal.js';
import { Tabs } from '../../parts/tabs.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { titlesOf } from '../../session/catalogue-store.js';
import { GatewayList } from './gateway-list.js';
import { hasGatewayRecipes } from './gateway-recipes-store.js';
import { clearHistory, runHistory, savedRecipes } from './recipes/recipes-store.js';
import { SavedList } from './saved-list.js';
import { openEarlierRun } from './store.js';
import { TemplateGallery } from './template-gallery.js';

const tabs = [
  ['templates', 'Templates'],
  ['saved', 'In this browser'],
  ['gateway', 'At the gateway'],
  ['history', 'History'],
] as const;

/** Workflows to open: the templates, those that the user has saved, and earlier runs. */
export function RecipesDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number][0]>(savedRecipes.value.length > 0 ? 'saved' : 'templates');
  const shown = tabs.filter(([name]) => name !== 'gateway' || hasGatewayRecipes.value);
  return (
    <Modal title="Recipes" onClose={onClose}>
      <div class="recipes">
        <Tabs label="Kinds of recipes" tabs={shown} current={tab} onChoose={setTab}>
          {(panel) => (
            <div {...panel} class="recipes-panel">
              {tab === 'templates' && <TemplateGallery onOpened={onClose} />}
              {tab === 'saved' && <SavedList onOpened={onClose} />}
              {tab === 'gateway' && <GatewayList onOpened={onClose} />}
              {tab === 'history' && <HistoryList onOpened={onClose} />}
            </div>
          )}
        </Tabs>
      </div>
    </Modal>
  );
}

/** The workflows that were run, the latest first. */
function HistoryList({ onOpened }: { readonly onOpened: () => void }) {
  const runs = runHistory.value;
  return (
    <>
      <ul class="recipe-list">
        {runs.map((steps) => (
          <li key={JSON.stringify(steps)} class="recipe">
            <button
              type="button"
              class="recipe-open"
              onClick={() => {
                openEarlierRun(steps);
                onOpened();
              }}
            >
              <span class="gallery-name">{titlesOf(steps)}</span>
              <span class="gallery-about">{count(steps.length, 'step')}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="recipes-foot">
        <p class="fine">
          {runs.length === 0
            ? 'The workflows that you run appear here.'
            : 'The last 50 workflows, kept in this browser: no texts, and none with a key or a secret.'}
        </p>
        <button type="button" class="button quiet" disabled={runs.length === 0} onClick={clearHistory}>
          Clear
        </button>
      </div>
    </>
  );
}
