import '../../support/full-form.js';
import './line-keeping.long.test.js';
