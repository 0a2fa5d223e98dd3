import '../../support/full-form.js';
import './sanitize.test.js';
