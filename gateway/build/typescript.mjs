// Lets Node.js run the TypeScript sources in development and tests: `node --import ./gateway/build/typescript.mjs …`.
// `--import tsx` alone works only on the main thread; worker threads inherit this flag.
import { register } from 'tsx/esm/api';

register();
