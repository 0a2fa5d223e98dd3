import '../../support/full-form.js';
import './privacy.long.test.js';
