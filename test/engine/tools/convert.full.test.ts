import '../../support/full-form.js';
import './convert.long.test.js';
