import '../../support/full-form.js';
import './case.long.test.js';
