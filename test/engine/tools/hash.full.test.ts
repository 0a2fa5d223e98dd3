import '../../support/full-form.js';
import './hash.long.test.js';
