import { writeFileSync } from 'node:fs';
import { readmeFile, readReadme, renewedReadme } from './support/readme.js';

// `npm run docs`: writes the generated parts of the README anew.
writeFileSync(readmeFile, await renewedReadme(readReadme()));
