import type { Token } from 'markdown-it';
import type { OutputLimit } from '../../../core/tool.js';
import { BlockWriter } from '../../../text/markup/block-writer.js';
import { isLineBreakTag, textOfHtmlBlock } from '../../../text/markup/markdown.js';

export interface MarkdownTextOptions {
  /** Writes the address of a link behind its text, in brackets. */
  readonly links: 'none' | 'inline';
  /** Writes bullets and numbers, and indents what is in a list. */
  readonly listMarks: boolean;
}

/**
 * Writes a Markdown document as text: an empty line between blocks, items of tight lists and rows of tables on lines of
 * their own, tabs between cells.
 *
 * @throws {OutputTooLongError} soon after the text is longer than the limit.
 */
export class MarkdownTextWriter {
  readonly #options: MarkdownTextOptions;
  readonly #limit: OutputLimit;
  readonly #output: BlockWriter;
  #listDepth = 0;
  /** The cells of the current table row. */
  #cells: string[] | undefined;

  constructor(options: MarkdownTextOptions, limit: OutputLimit) {
    this.#options = options;
    this.#limit = limit;
    this.#output = new BlockWriter(limit);
  }

  write(tokens: readonly Token[]): string {
    for (const token of tokens) this.#token(token);
    return this.#output.text;
  }

  #token(token: Token): void {
    switch (token.type) {
      case 'inline':
        this.#inline(this.#textOf(token.children ?? []));
        break;
      case 'fence':
      case 'code_block':
        this.#block(token.content.replace(/\n$/, ''));
        break;
      case 'html_block':
        this.#block(textOfHtmlBlock(token, this.#limit));
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
        this.#separate();
        this.#listDepth++;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        this.#listDepth--;
        this.#separate();
        break;
      case 'list_item_open':
        this.#openItem(token);
        break;
      case 'list_item_close':
        if (this.#options.listMarks) this.#output.leave();
        break;
      case 'tr_open':
        this.#cells = [];
        break;
      case 'tr_close':
        this.#output.block(this.#cells?.join('\t') ?? '');
        this.#cells = undefined;
        break;
      case 'paragraph_open':
      case 'paragraph_close':
        this.#output.separate(token.hidden ? 1 : 2);
        break;
      case 'hr':
      case 'heading_open':
      case 'heading_close':
      case 'blockquote_open':
      case 'blockquote_close':
      case 'table_open':
      case 'table_close':
        this.#output.separate(2);
        break;
    }
  }

  #inline(text: string): void {
    if (this.#cells !== undefined) this.#cells.push(text);
    else if (text !== '') this.#output.block(text);
  }

  #block(text: string): void {
    if (text === '') return;
    this.#output.separate(2);
    this.#output.block(text);
    this.#output.separate(2);
  }

  /** A list inside a list has no empty line around it. */
  #separate(): void {
    this.#output.separate(this.#listDepth === 0 ? 2 : 1);
  }

  #openItem({ info, markup }: Token): void {
    this.#output.separate(1);
    if (!this.#options.listMarks) return;
    const mark = `${info}${markup} `;
    this.#output.enter(mark, ' '.repeat(mark.length));
  }

  #textOf(tokens: readonly Token[]): string {
    let text = '';
    let address = '';
    const lineEnd = this.#cells === undefined ? '\n' : ' ';
    // A `<br>` at the edge of a block shows no line.
    const first = tokens.findIndex((token) => !isLineBreakTag(token));
    const last = tokens.findLastIndex((token) => !isLineBreakTag(token));
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'code_inline') text += token.content;
      else if (token.type === 'hardbreak') text += '\n';
      else if (isLineBreakTag(token)) text += index > first && index < last ? lineEnd : '';
      else if (token.type === 'text') text += trimmedAtTags(token.content, tokens, index);
      else if (token.type === 'softbreak') text += trimmedAtTags('\n', tokens, index);
      else if (token.type === 'image') text += this.#textOf(token.children ?? []);
      else if (token.type === 'link_open') address = token.info === 'auto' ? '' : `${token.attrGet('href') ?? ''}`;
      else if (token.type === 'link_close' && this.#options.links === 'inline' && address !== '') {
        text += ` (${address})`;
        this.#limit.check(text.length);
      }
    }
    return text;
  }
}

/** Removes white space beside a `<br>`, where a browser shows none. */
function trimmedAtTags(text: string, tokens: readonly Token[], index: number): string {
  const trimmed = isLineBreakTag(tokens[index - 1]) ? text.trimStart() : text;
  return isLineBreakTag(tokens[index + 1]) ? trimmed.trimEnd() : trimmed;
}
