// What needs large tables, in one script that is loaded with the catalogue.
export { mostResults, searchWhileTyping } from '#engine/catalogue/tool-search.js';
export { worded } from '../../tool-words.js';
