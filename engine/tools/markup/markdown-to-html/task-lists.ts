import type { Token } from 'markdown-it';

const checkbox = /^\[([ xX])\](?=[ \t])/;

/**
 * Marks the items of task lists: `[ ]` or `[x]` and a blank at the start of a list item become a checkbox (GitHub
 * Flavored Markdown, section 5.3).
 */
export function markTasks(tokens: readonly Token[]): void {
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
export function taskHtml(tokens: readonly Token[], index: number): string {
  const done = tokens[index]?.meta?.done === true;
  return `<input type="checkbox" disabled${done ? ' checked' : ''}>`;
}
