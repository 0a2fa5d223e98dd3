import MarkdownIt from 'markdown-it';
import { Html } from './html.js';

const renderer = new MarkdownIt({ html: false });

/** Renders a description of an OpenAPI document (CommonMark). HTML in it is escaped. */
export function markdown(text: string): Html {
  return new Html(renderer.render(text));
}

/** Renders one line, without a paragraph. */
export function inlineMarkdown(text: string): Html {
  return new Html(renderer.renderInline(text));
}
