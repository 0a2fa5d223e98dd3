import '../../support/full-form.js';
import './numbers.long.test.js';
