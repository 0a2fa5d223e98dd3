import '../../support/full-form.js';
import './unicode.long.test.js';
