import '../../support/full-form.js';
import './analyze.long.test.js';
