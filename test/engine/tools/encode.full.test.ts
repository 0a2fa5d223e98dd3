import '../../support/full-form.js';
import './encode.long.test.js';
