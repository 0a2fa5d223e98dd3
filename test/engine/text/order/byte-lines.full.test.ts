import '../../../support/full-form.js';
import './byte-lines.test.js';
