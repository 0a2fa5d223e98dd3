import { testKilledRestart } from '../support/killed-restarts.js';

// The moments while the new process loads, and when most processes run, are in restart.
testKilledRestart('handed over');
