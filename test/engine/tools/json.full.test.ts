import '../../support/full-form.js';
import './json.long.test.js';
