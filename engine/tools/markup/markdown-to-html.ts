import type { Token } from 'markdown-it';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { escapeHtml } from '../../text/markup/html-escape.js';
import { attributesLength, isLineBreakTag, readMarkdown, textOfHtmlBlock } from '../../text/markup/markdown.js';
import { readFootnotes, renderFootnotes } from './markdown-to-html/footnotes.js';

export default defineTool({
  slug: 'markdown-to-html',
  title: 'Markdown to HTML',
  description:
    'Renders Markdown as HTML: CommonMark, with the tables, strike-through and task lists of GitHub. HTML in the text is never passed through, and links to javascript: and the like stay text, so the result is safe to show.',
  // The parser's tokens: 290 bytes were measured for short paragraphs.
  heapBytesPerCharacter: 360,
  config: Type.Object({
    html: Type.Enum(['escape', 'strip'], {
      default: 'escape',
      description:
        'What to do with HTML in the Markdown: show it as text, or remove the tags (<br> stays a line break)',
    }),
    linkify: Type.Boolean({
      default: false,
      description: 'Turns web addresses with http:// or https:// and e-mail addresses in the text into links',
    }),
    breaks: Type.Boolean({ default: false, description: 'Writes a line break for every line end in a paragraph' }),
    typographer: Type.Boolean({
      default: false,
      description: 'Writes typographic quotes (English), dashes and ellipses, and © for (c)',
    }),
    taskLists: Type.Boolean({
      default: true,
      description: 'Writes a read-only checkbox for [ ] and [x] at the start of a list item',
    }),
    footnotes: Type.Boolean({
      default: false,
      description: 'Numbers references such as [^1], and lists the footnotes that [^1]: text defines at the end',
    }),
  }),
  examples: [
    {
      input: '# Hello\n\nSome **bold** text\\\nand `code`.',
      output: '<h1>Hello</h1>\n<p>Some <strong>bold</strong> text<br>\nand <code>code</code>.</p>',
    },
    {
      input: '| a | b |\n|---|--:|\n| 1 | 2 |',
      output:
        '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align:right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align:right">2</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      input: 'Hi <b onclick="x()">you</b> [link](javascript:alert)',
      output: '<p>Hi &lt;b onclick=&quot;x()&quot;&gt;you&lt;/b&gt; [link](javascript:alert)</p>',
    },
    { input: 'Hi <b>you</b>', config: { html: 'strip' }, output: '<p>Hi you</p>' },
    {
      input: '"See" https://example.com --\nbye',
      config: { linkify: true, breaks: true, typographer: true },
      output: '<p>“See” <a href="https://example.com">https://example.com</a> –<br>\nbye</p>',
    },
  ],
  run(input, { html, taskLists, footnotes, ...options }, limit) {
    const extend = footnotes ? { extend: readFootnotes } : {};
    const { reader, tokens } = readMarkdown(input, { html: html === 'strip', ...options, ...extend });
    if (taskLists) markTasks(tokens);
    renderFootnotes(reader);
    limit.check(attributesLength(tokens));
    const { rules } = reader.renderer;
    rules.task = taskHtml;
    rules.html_inline = (inline, index) => (isLineBreakTag(inline[index]) ? '<br>' : '');
    rules.html_block = (blocks, index) => {
      const block = blocks[index];
      const text = block === undefined ? '' : textOfHtmlBlock(block, limit);
      return text === '' ? '' : `<p>${escapeHtml(text)}</p>\n`;
    };
    const output = reader.renderer.render([...tokens], reader.options, {});
    return output.endsWith('\n') ? output.slice(0, -1) : output;
  },
});

const checkbox = /^\[([ xX])\](?=[ \t])/;

/**
 * Marks the items of task lists: `[ ]` or `[x]` and a blank at the start of a list item become a checkbox (GitHub
 * Flavored Markdown, section 5.3).
 */
function markTasks(tokens: readonly Token[]): void {
  tokens.forEach(({ type, children }, i) => {
    const isItem = tokens[i - 1]?.type === 'paragraph_open' && tokens[i - 2]?.type === 'list_item_open';
    const [text] = children ?? [];
    if (type !== 'inline' || !isItem || text?.type !== 'text') return;
    const mark = checkbox.exec(text.content)?.[1];
    if (mark === undefined) return;
    text.content = text.content.slice('[x]'.length);
    const box = Object.assign(Object.create(Object.getPrototypeOf(text)) as Token, text);
    children?.unshift(Object.assign(box, { type: 'task', content: '', meta: { done: mark !== ' ' } }));
  });
}

/** Renders a checkbox. */
function taskHtml(tokens: readonly Token[], index: number): string {
  const done = tokens[index]?.meta?.done === true;
  return `<input type="checkbox" disabled${done ? ' checked' : ''}>`;
}
