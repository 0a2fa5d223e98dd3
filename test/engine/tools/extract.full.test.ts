import '../../support/full-form.js';
import './extract.long.test.js';
