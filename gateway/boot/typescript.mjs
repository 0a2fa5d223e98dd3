// Lets Node run the TypeScript sources, for development and tests: `node --import ./gateway/boot/typescript.mjs …`.
// `--import tsx` alone does so on the main thread only; worker threads inherit this flag and register themselves.
import { register } from 'tsx/esm/api';

register();
