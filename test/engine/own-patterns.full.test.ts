import '../support/full-form.js';
import './own-patterns.long.test.js';
