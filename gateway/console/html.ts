/** A piece of HTML that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | readonly Content[] | undefined | false;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Builds HTML from a template. Escapes all values except {@link Html}, joins lists, and skips `undefined` and `false`.
 *
 * @example html`<p title="${'"'}">${[html`<b>a</b>`, 'b < c']}</p>`
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  let text = strings[0] ?? '';
  for (const [index, content] of contents.entries()) text += written(content) + (strings[index + 1] ?? '');
  return new Html(text);
}

function written(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(written).join('');
  return String(content).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
