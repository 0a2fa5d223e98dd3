import '../../support/full-form.js';
import './markup.long.test.js';
