import '../../support/full-form.js';
import './sort-dedupe.test.js';
