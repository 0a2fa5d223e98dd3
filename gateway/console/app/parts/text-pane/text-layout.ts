import { linesOf, WrappedRows } from './lines.js';

/** The elements of a text pane that follow its text field. */
export interface PaneParts {
  readonly area: HTMLTextAreaElement;
  /** Contains the line numbers. */
  readonly gutter: HTMLElement;
  /** Lays out lines exactly as the text field does, and is not shown. */
  readonly mirror: HTMLElement;
  /** Contains the marks over the text. */
  readonly marks: HTMLElement;
}

/** More characters than this are measured only when the typing pauses. */
const manyCharacters = 20_000;
const pauseMs = 250;
/** The text after a match that decides where its line is wrapped. */
const lookAhead = 200;
const isOneCellEach = /^[\x20-\x7e]*$/;

/** Draws the line numbers of a text pane, and marks a part of its text. Draws only what is visible. */
export class TextLayout {
  readonly #parts: PaneParts;
  readonly #rows = new WrappedRows((lines) => this.#measured(lines));
  #text = '';
  #lineCount = 1;
  #isWrapped = true;
  /** Whether the lines of {@link #rows} are older than the text. */
  #isStale = false;
  #width = 0;
  #columns = 0;
  #frame = 0;
  #isResized = false;
  #timer = 0;
  #marked: { readonly start: number; readonly end: number } | undefined;

  constructor(parts: PaneParts) {
    this.#parts = parts;
  }

  /** Starts following the scrolling and the size of the text field. @returns a function that stops it. */
  follow(): () => void {
    const { area } = this.#parts;
    const paint = () => this.#paintSoon();
    area.addEventListener('scroll', paint, { passive: true });
    // In the next frame: the width of the gutter may change the size again.
    const observer = new ResizeObserver(() => this.#paintSoon(true));
    observer.observe(area);
    return () => {
      area.removeEventListener('scroll', paint);
      observer.disconnect();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#timer);
    };
  }

  /** Tells the text of the field, and removes the mark. */
  setText(text: string): void {
    this.#text = text;
    this.#isStale = true;
    this.mark(undefined);
    this.#lineCount = shownLines(text);
    this.#paintSoon();
  }

  setWrapped(isWrapped: boolean): void {
    this.#isWrapped = isWrapped;
    this.#rows.forget();
    this.#paintSoon();
    this.#drawMarks();
  }

  /** Marks a part of the text; undefined removes the mark. */
  mark(part: { readonly start: number; readonly end: number } | undefined): void {
    if (part === undefined && this.#marked === undefined) return;
    this.#marked = part;
    this.#drawMarks();
  }

  /** Scrolls to a part of the text, which is marked until the field loses the focus. */
  show(part: { readonly start: number; readonly end: number }): void {
    this.mark(part);
    this.reveal();
    this.#parts.area.addEventListener('blur', () => this.mark(undefined), { once: true });
  }

  /** Scrolls the text field to the mark, unless it is visible. */
  reveal(): void {
    const { area, marks } = this.#parts;
    const first = marks.firstElementChild?.getBoundingClientRect();
    if (first === undefined) return;
    const box = area.getBoundingClientRect();
    const bottom = box.top + area.clientHeight;
    if (first.top < box.top || first.bottom > bottom) area.scrollTop += first.top - box.top - area.clientHeight / 3;
    if (first.left < box.left || first.right > box.left + area.clientWidth)
      area.scrollLeft += first.left - box.left - area.clientWidth / 3;
    this.#paint();
  }

  #paintSoon(isResized = false): void {
    cancelAnimationFrame(this.#frame);
    this.#isResized ||= isResized;
    this.#frame = requestAnimationFrame(() => {
      this.#paint();
      if (this.#isResized) this.#drawMarks();
      this.#isResized = false;
    });
  }

  /** @param isPaused - whether the typing has paused, so that there is time to measure many lines. */
  #paint(isPaused = false): void {
    const { area, gutter, marks } = this.#parts;
    const { scrollTop, scrollLeft, clientHeight } = area;
    const { lineHeight, paddingTop } = metricsOf(area);
    clearTimeout(this.#timer);
    // First, because the width of the text depends on it.
    gutter.style.width = `${Math.max(2, String(this.#lineCount).length)}ch`;
    marks.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    const topRow = Math.max(0, Math.floor((scrollTop - paddingTop) / lineHeight));
    const bottomRow = Math.ceil((scrollTop + clientHeight) / lineHeight);
    if (this.#isWrapped) {
      this.#update();
      if (!isPaused && this.#rows.unmeasuredBefore(bottomRow) > manyCharacters) {
        gutter.replaceChildren();
        this.#timer = setTimeout(() => this.#paint(true), pauseMs);
        return;
      }
    }
    const { line, firstRow } = this.#isWrapped ? this.#rows.lineAt(topRow) : { line: topRow, firstRow: topRow };
    let shown = 0;
    let row = firstRow;
    for (let at = line; at < this.#lineCount && row <= bottomRow; at++) {
      const isLast = at === this.#lineCount - 1;
      const rows = this.#isWrapped && !isLast ? this.#rows.rowsOf(at) : 1;
      this.#showNumber(shown, at + 1, `${rows * lineHeight}px`);
      shown += 1;
      row += rows;
    }
    while (gutter.childElementCount > shown) gutter.lastElementChild?.remove();
    gutter.style.transform = `translateY(${paddingTop + firstRow * lineHeight - scrollTop}px)`;
  }

  /** Changes a place of the gutter only if it differs: each change costs a layout. */
  #showNumber(place: number, number: number, height: string): void {
    const { gutter } = this.#parts;
    let element = gutter.children[place];
    if (!(element instanceof HTMLElement)) {
      element = document.createElement('div');
      gutter.append(element);
    }
    const text = String(number);
    if (element.textContent !== text) element.textContent = text;
    if (element instanceof HTMLElement && element.style.height !== height) element.style.height = height;
  }

  /** Brings the rows up to date with the text and its width. */
  #update(): void {
    this.#fitWidth();
    if (this.#isStale) this.#rows.setLines(linesOf(this.#text));
    this.#isStale = false;
  }

  /** Gives the mirror the width of the text. */
  #fitWidth(): void {
    const { area, mirror } = this.#parts;
    const { paddingLeft, paddingRight } = metricsOf(area);
    const width = area.clientWidth - paddingLeft - paddingRight;
    if (width === this.#width) return;
    this.#width = width;
    this.#rows.forget();
    mirror.style.width = `${width}px`;
    mirror.replaceChildren(document.createTextNode('0'.repeat(100)));
    const range = document.createRange();
    range.selectNodeContents(mirror);
    mirror.dataset.wrap = 'off';
    this.#columns = Math.floor((100 * width) / (range.getBoundingClientRect().width || 1));
    delete mirror.dataset.wrap;
    mirror.replaceChildren();
  }

  #measured(lines: readonly string[]): readonly number[] {
    const rows: number[] = lines.map((line) => (line.length <= this.#columns && isOneCellEach.test(line) ? 1 : 0));
    const long = lines.flatMap((line, index) => (rows[index] === 0 ? [{ block: blockOf(line), index }] : []));
    if (long.length === 0) return rows;
    const { area, mirror } = this.#parts;
    const { lineHeight } = metricsOf(area);
    delete mirror.dataset.wrap;
    mirror.replaceChildren(...long.map(({ block }) => block));
    for (const { block, index } of long) rows[index] = Math.round(block.getBoundingClientRect().height / lineHeight);
    mirror.replaceChildren();
    return rows;
  }

  #drawMarks(): void {
    const { area, mirror, marks } = this.#parts;
    const marked = this.#marked;
    if (marked === undefined) {
      marks.replaceChildren();
      return;
    }
    const { lineHeight, paddingTop, paddingLeft } = metricsOf(area);
    const before = this.#text.slice(0, marked.start);
    const lineStart = before.lastIndexOf('\n') + 1;
    const lineEnd = (this.#text.indexOf('\n', marked.end) + 1 || this.#text.length + 1) - 1;
    const line = linesOf(before).length - 1;
    if (this.#isWrapped) this.#update();
    const firstRow = this.#isWrapped ? this.#rows.firstRowOf(line) : line;
    if (!this.#isWrapped) mirror.dataset.wrap = 'off';
    const node = document.createTextNode(this.#text.slice(lineStart, Math.min(lineEnd, marked.end + lookAhead)));
    mirror.replaceChildren(node);
    const range = document.createRange();
    range.setStart(node, marked.start - lineStart);
    range.setEnd(node, marked.end - lineStart);
    const origin = mirror.getBoundingClientRect();
    const boxes = Array.from(range.getClientRects(), ({ left, top, width }) => {
      const box = document.createElement('div');
      const row = firstRow + Math.floor((top - origin.top + 1) / lineHeight);
      box.className = 'pane-mark';
      box.style.left = `${paddingLeft + left - origin.left}px`;
      box.style.top = `${paddingTop + row * lineHeight}px`;
      box.style.width = `${width}px`;
      box.style.height = `${lineHeight}px`;
      return box;
    });
    mirror.replaceChildren();
    delete mirror.dataset.wrap;
    marks.replaceChildren(...boxes);
    marks.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
  }
}

/** Counts lines as the gateway does, but an empty text has one: a line end at the very end starts no new line. */
function shownLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? Math.max(1, lines - 1) : lines;
}

/** An empty line has the height of a row, too. */
function blockOf(line: string): HTMLElement {
  const block = document.createElement('div');
  block.textContent = line === '' ? ' ' : line;
  return block;
}

function metricsOf(area: HTMLElement): {
  readonly lineHeight: number;
  readonly paddingTop: number;
  readonly paddingLeft: number;
  readonly paddingRight: number;
} {
  const { lineHeight, paddingTop, paddingLeft, paddingRight } = getComputedStyle(area);
  return {
    lineHeight: Number.parseFloat(lineHeight),
    paddingTop: Number.parseFloat(paddingTop),
    paddingLeft: Number.parseFloat(paddingLeft),
    paddingRight: Number.parseFloat(paddingRight),
  };
}
