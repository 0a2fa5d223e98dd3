import '../../support/full-form.js';
import './run.test.js';
