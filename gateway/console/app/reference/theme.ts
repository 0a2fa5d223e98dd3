import { chooseTheme, onThemeOfOtherPages, storedTheme, themes } from '../face/theme.js';
import { elements } from './element.js';

/** Shows the button that changes the theme. */
export function enableThemeSwitch(): void {
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
