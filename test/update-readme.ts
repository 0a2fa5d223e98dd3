import { writeFileSync } from 'node:fs';
import { clientTypesFile, renewedClientTypes } from './support/client-types.js';
import { engineReadmeFile, readmeFile, readReadme, renewedEngineReadme, renewedReadme } from './support/readme.js';

// `npm run docs`: writes the generated parts of the two READMEs and the client's types anew.
writeFileSync(readmeFile, await renewedReadme(readReadme()));
writeFileSync(engineReadmeFile, await renewedEngineReadme(readReadme(engineReadmeFile)));
writeFileSync(clientTypesFile, await renewedClientTypes());
