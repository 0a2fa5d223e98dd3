import { lazyLibrary } from '../../../core/lazy-library.js';

type Csso = typeof import('csso');

/** Missing from the package's types. */
interface Tokenizer {
  tokenize(css: string, onToken: (type: number, start: number, end: number) => void): void;
}

/**
 * Cannot read nested rules. lightningcss-wasm 1.33 can, but is a package of 16 MB, keeps 320 MB that no limit of a thread
 * counts, is dead for every later text after 1,000 levels, and cannot run in a page that forbids WebAssembly. For 500,000
 * characters it takes 0.58 s of processor time, and csso 0.31 s.
 */
export const csso = lazyLibrary<Csso & { readonly syntax: Tokenizer }>('csso');

export type StyleSheet = ReturnType<Csso['syntax']['parse']>;
export type AtRule = Extract<StyleSheet, { type: 'Atrule' }>;
/** Called for nodes of a style sheet; `this.skip`, if returned, leaves out those in a node. */
export type Visitors = Extract<Parameters<Csso['syntax']['walk']>[1], { visit?: never; reverse?: boolean | undefined }>;

/** Visits the at-rules at any depth, without the selectors and values of rules, which takes two fifths of the time. */
export function forEachAtRule(sheet: StyleSheet, visit: (rule: AtRule) => void): void {
  csso().syntax.walk(sheet, { visit: 'Atrule', enter: visit });
}
