import { lazyLibrary } from '../../core/lazy-library.js';

type MarkdownIt = typeof import('markdown-it', { with: { 'resolution-mode': 'require' }});

/** A reader of Markdown, with its rules. */
export type MarkdownItInstance = InstanceType<MarkdownIt>;
/** What a rule for blocks works on. */
export type StateBlock = import('markdown-it', { with: { 'resolution-mode': 'require' }}).StateBlock;
/** What a rule for the text of a block works on. */
export type StateInline = import('markdown-it', { with: { 'resolution-mode': 'require' }}).StateInline;

export const markdownIt = lazyLibrary<MarkdownIt>('markdown-it');
