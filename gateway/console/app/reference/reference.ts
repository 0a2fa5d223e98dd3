import { copied } from '../parts/copied.js';
import { chooseTheme, onThemeOfOtherPages, storedTheme, themes } from '../theme/theme.js';
import { element, elements } from './element.js';
import { enableSearch } from './search.js';
import { enableForms } from './try.js';

/** Follows links to places that were on the first page before the reference had several pages. */
function followMovedAnchors(): void {
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1))?.dataset.page;
    if (target !== undefined) location.replace(target);
  };
  addEventListener('hashchange', follow);
  follow();
}

/** Shows the button that changes the theme. */
function enableThemeSwitch(): void {
  const [button] = elements('button', '.theme-switch');
  const name = button?.lastElementChild;
  if (button === undefined || !name) return;
  let theme = storedTheme();
  const show = () => {
    name.textContent = themes[theme].title;
  };
  button.addEventListener('click', () => {
    theme = themes[theme].next;
    chooseTheme(theme);
    show();
  });
  onThemeOfOtherPages((changed) => {
    theme = changed;
    show();
  });
  show();
  button.hidden = false;
}

const languageKey = 'textmill-language';

/** Shows all examples in the language that was chosen last, in this browser. */
function rememberLanguage(): void {
  const choices = elements('input', '[type="radio"][name^="language-"]');
  const chooseAll = (language: string) => {
    for (const choice of choices) if (choice.value === language) choice.checked = true;
  };
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      const before = choice.getBoundingClientRect().top;
      chooseAll(choice.value);
      // Examples above may be longer now: what was chosen stays where it is.
      scrollBy({ top: choice.getBoundingClientRect().top - before, behavior: 'instant' });
      try {
        localStorage.setItem(languageKey, choice.value);
      } catch {
        // The user has forbidden storage: the choice lasts as long as the page.
      }
    });
  }
  try {
    chooseAll(localStorage.getItem(languageKey) ?? '');
  } catch {
    // As above.
  }
}

/** How long a button shows that it copied, in milliseconds. */
const saidMs = 1_600;

/** Adds a button to every example: it copies the one that is shown. */
function addCopyButtons(): void {
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

// The pages are complete without it. It shows the controls that need it, and hides none.
followMovedAnchors();
enableThemeSwitch();
rememberLanguage();
addCopyButtons();
enableForms();
enableSearch();
