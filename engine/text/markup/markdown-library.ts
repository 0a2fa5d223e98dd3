import { lazyLibrary } from '../../core/lazy-library.js';

type MarkdownIt = typeof import('markdown-it', { with: { 'resolution-mode': 'require' }});

/** A Markdown parser with its rules. */
export type MarkdownItInstance = InstanceType<MarkdownIt>;
/** The state of a rule for the document. */
export type StateCore = import('markdown-it', { with: { 'resolution-mode': 'require' }}).StateCore;
/** The state of a rule for blocks. */
export type StateBlock = import('markdown-it', { with: { 'resolution-mode': 'require' }}).StateBlock;
/** The state of a rule for the text of a block. */
export type StateInline = import('markdown-it', { with: { 'resolution-mode': 'require' }}).StateInline;

export const markdownIt = lazyLibrary<MarkdownIt>('markdown-it');
