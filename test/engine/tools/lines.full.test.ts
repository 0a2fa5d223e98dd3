import '../../support/full-form.js';
import './lines.long.test.js';
