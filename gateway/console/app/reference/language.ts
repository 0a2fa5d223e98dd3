import { elements } from './element.js';

const storageKey = 'textmill-language';

/** Shows all examples in the language that was chosen last, in this browser. */
export function rememberLanguage(): void {
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
        localStorage.setItem(storageKey, choice.value);
      } catch {
        // The user has forbidden storage: the choice lasts as long as the page.
      }
    });
  }
  try {
    chooseAll(localStorage.getItem(storageKey) ?? '');
  } catch {
    // As above.
  }
}
