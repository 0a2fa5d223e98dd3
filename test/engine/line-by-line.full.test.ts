import '../support/full-form.js';
import './line-by-line.long.test.js';
