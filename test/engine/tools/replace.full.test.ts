import '../../support/full-form.js';
import './replace.long.test.js';
