import { testKilledRestart } from '../support/killed-restarts.js';

// The moment when most processes run is in restart.
testKilledRestart('A new gateway process is being prepared');
testKilledRestart('handed over');
