import { useRef, useState } from 'preact/hooks';
import { maxSteps } from '#engine/core/limits.js';
import { FavouriteButton } from '../../parts/favourite-button.js';
import { Modal } from '../../parts/modal.js';
import { allTools } from '../../session/catalogue-store.js';
import { favourites } from '../../session/favourites-store.js';
import { addStep, toolCount } from './cards-store.js';
import { nextActive, offeredTools } from './tool-groups.js';

/** All tools by category, the favourites first: a list of categories, and the tools of one. */
export function ToolBrowser({ onClose }: { readonly onClose: () => void }) {
  // A tool stays in its place while its star is pressed.
  const [groups] = useState(() => offeredTools(allTools.peek(), '', favourites.peek()));
  const [current, setCurrent] = useState(0);
  const [active, setActive] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  const focus = (selector: string, index: number) =>
    content.current?.querySelectorAll<HTMLElement>(selector)[index]?.focus();
  const choose = (index: number) => {
    setCurrent(index);
    setActive(0);
    focus('[role="tab"]', index);
  };
  const { title = '', tools = [] } = groups[current] ?? {};
  const isFull = toolCount.value >= maxSteps;
  const pick = (slug: string) => {
    if (addStep(slug)) onClose();
  };
  return (
    <Modal title="Tools by category" onClose={onClose}>
      {isFull && <p>A workflow has at most {maxSteps} steps. Remove one to add another.</p>}
      <div class="tool-browser" ref={content}>
        <div class="tool-browser-groups" role="tablist" aria-label="Categories" aria-orientation="vertical">
          {groups.map((group, index) => (
            <button
              key={group.title}
              type="button"
              role="tab"
              id={`category-${index}`}
              aria-selected={index === current}
              aria-controls="category-tools"
              tabIndex={index === current ? 0 : -1}
              data-first={index === 0 ? true : undefined}
              onClick={() => choose(index)}
              onKeyDown={byKeys({
                ArrowDown: () => choose(nextActive(index, groups.length, 1)),
                ArrowUp: () => choose(nextActive(index, groups.length, -1)),
                Home: () => choose(0),
                End: () => choose(groups.length - 1),
                ArrowRight: () => focus('.tool-row', active),
                Enter: () => focus('.tool-row', active),
              })}
            >
              {group.title} <span class="fine">{group.tools.length}</span>
            </button>
          ))}
        </div>
        <div
          class="tool-browser-tools"
          role="tabpanel"
          id="category-tools"
          aria-labelledby={`category-${current}`}
          key={title}
        >
          <ul>
            {tools.map((tool, index) => {
              const go = (to: number) => {
                setActive(to);
                focus('.tool-row', to);
              };
              return (
                <li key={tool.slug}>
                  <button
                    type="button"
                    class="tool-row"
                    tabIndex={index === active ? 0 : -1}
                    aria-disabled={isFull}
                    onFocus={() => setActive(index)}
                    onClick={() => pick(tool.slug)}
                    onKeyDown={byKeys({
                      ArrowDown: () => go(nextActive(index, tools.length, 1)),
                      ArrowUp: () => go(nextActive(index, tools.length, -1)),
                      Home: () => go(0),
                      End: () => go(tools.length - 1),
                      ArrowLeft: () => focus('[role="tab"]', current),
                    })}
                  >
                    <span class="tool-row-title">{tool.title}</span>
                    <span class="tool-row-about">{tool.description}</span>
                  </button>
                  <FavouriteButton slug={tool.slug} title={tool.title} />
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </Modal>
  );
}

/** Returns a handler of these keys, pressed alone. */
function byKeys(actions: Readonly<Record<string, () => void>>): (event: KeyboardEvent) => void {
  return (event) => {
    const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
