import { writeFileSync } from 'node:fs';
import { clientTypesFile, renewedClientTypes } from './support/client-types.js';
import { readmeFile, readReadme, renewedReadme } from './support/readme.js';

// `npm run docs`: writes the generated parts of the README and the client's types anew.
writeFileSync(readmeFile, await renewedReadme(readReadme()));
writeFileSync(clientTypesFile, await renewedClientTypes());
