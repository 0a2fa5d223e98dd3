import MarkdownIt from 'markdown-it';
import { Html } from './html.js';

const renderer = new MarkdownIt({ html: false });

/** Descriptions of an OpenAPI document, which are CommonMark, as HTML. HTML in them is shown as it stands. */
export function markdown(text: string): Html {
  return new Html(renderer.render(text));
}

/** The same for a line of text, without a paragraph around it. */
export function inlineMarkdown(text: string): Html {
  return new Html(renderer.renderInline(text));
}
