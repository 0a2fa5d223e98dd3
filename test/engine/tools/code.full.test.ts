import '../../support/full-form.js';
import './code.long.test.js';
