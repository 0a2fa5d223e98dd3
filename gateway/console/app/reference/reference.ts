import { addCopyButtons } from './copy.js';
import { rememberLanguage } from './language.js';
import { followMovedAnchors } from './moved.js';
import { enableSearch } from './search.js';
import { enableThemeSwitch } from './theme.js';
import { enableForms } from './try.js';

// The pages are complete without it. It shows the controls that need it, and hides none.
followMovedAnchors();
enableThemeSwitch();
rememberLanguage();
addCopyButtons();
enableForms();
enableSearch();
