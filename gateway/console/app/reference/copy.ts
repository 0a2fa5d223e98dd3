import { copied } from '../parts/copied.js';
import { element, elements } from './element.js';

/** How long a button shows that it copied, in milliseconds. */
const saidMs = 1_600;

/** Adds a button to every example: it copies the one that is shown. */
export function addCopyButtons(): void {
  for (const block of elements('div', '.code')) {
    addButton(block, () => elements('pre', '', block).find((shown) => shown.offsetParent !== null)?.textContent ?? '');
  }
  for (const block of elements('div', '.sample')) {
    addButton(block, () => block.querySelector('pre')?.textContent ?? '');
  }
}

/** Adds a button that copies a text. */
function addButton(block: HTMLElement, text: () => string): void {
  const button = element('button', 'button quiet copy', 'Copy');
  button.type = 'button';
  // Announces the change of its name.
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    button.textContent = (await copied(text())) ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, saidMs);
  });
  block.prepend(button);
}
