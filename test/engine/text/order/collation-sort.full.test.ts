import '../../../support/full-form.js';
import './collation-sort.long.test.js';
