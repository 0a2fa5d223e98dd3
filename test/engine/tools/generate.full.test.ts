import '../../support/full-form.js';
import './generate.long.test.js';
