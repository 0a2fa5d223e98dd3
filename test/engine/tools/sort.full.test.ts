import '../../support/full-form.js';
import './sort.long.test.js';
