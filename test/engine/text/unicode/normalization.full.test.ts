import '../../../support/full-form.js';
import './normalization.long.test.js';
