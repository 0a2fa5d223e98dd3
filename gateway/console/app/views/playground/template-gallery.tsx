import { templates } from './recipes/templates.js';
import { openTemplate } from './store.js';

/** The templates to choose from. @param onOpened - called after one was opened. */
export function TemplateGallery({ onOpened }: { readonly onOpened: () => void }) {
  return (
    <ul class="gallery">
      {templates.map((template) => (
        <li key={template.name}>
          <button
            type="button"
            class="gallery-card"
            onClick={() => {
              openTemplate(template);
              onOpened();
            }}
          >
            <span class="gallery-name">{template.name}</span>
            <span class="gallery-about">{template.about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
