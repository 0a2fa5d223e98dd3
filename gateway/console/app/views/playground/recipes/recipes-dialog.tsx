import { useState } from 'preact/hooks';
import { Modal } from '../../../parts/modal.js';
import { Tabs } from '../../../parts/tabs.js';
import { HistoryList } from './history-list.js';
import { SavedList } from './saved-list.js';
import { savedRecipes } from './saved-recipes.js';
import { TemplateGallery } from './template-gallery.js';

const tabs = [
  ['templates', 'Templates'],
  ['saved', 'Saved'],
  ['history', 'History'],
] as const;

/** Workflows to open: the templates, those that the user has saved, and earlier runs. */
export function RecipesDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number][0]>(savedRecipes.value.length > 0 ? 'saved' : 'templates');
  return (
    <Modal title="Recipes" onClose={onClose}>
      <div class="recipes">
        <Tabs label="Kinds of recipes" tabs={tabs} current={tab} onChoose={setTab}>
          {(panel) => (
            <div {...panel} class="recipes-panel">
              {tab === 'templates' && <TemplateGallery onOpened={onClose} />}
              {tab === 'saved' && <SavedList onOpened={onClose} />}
              {tab === 'history' && <HistoryList onOpened={onClose} />}
            </div>
          )}
        </Tabs>
      </div>
    </Modal>
  );
}
