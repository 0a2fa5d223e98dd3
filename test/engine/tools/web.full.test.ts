import '../../support/full-form.js';
import './web.long.test.js';
