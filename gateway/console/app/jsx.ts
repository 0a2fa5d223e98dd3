// What elements in the script become, which esbuild adds to each module: shorter than calls of `preact/jsx-runtime`.
export { Fragment, h } from 'preact';
