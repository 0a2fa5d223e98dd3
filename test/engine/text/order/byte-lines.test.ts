import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine, type EngineResult } from '#engine/execute.js';
import type { LineSortingOptions } from '#engine/text/order/line-sorting.js';
import { SeededRandom } from '#engine/text/seeded-random.js';
import { isFullForm } from '../../../support/sample-size.js';

const catalogue = await loadCatalogue();
const engine = createEngine(catalogue);
const oracle = createEngine(catalogue, {}, undefined, () => undefined);

/** Short bodies are left to others. */
const padding = ' '.repeat(200);

interface Alphabet {
  readonly parts: readonly string[];
  /** How many of the requests the kernels may leave to the strings, in percent. */
  readonly declined: number;
}

/** What lines are made of. */
const scripts: Readonly<Record<string, Alphabet>> = {
  'ASCII words': { parts: [...'abcdeABCDE', 'the', 'The', 'word', 'Word', ' ', ' ', '-'], declined: 0 },
  'two letters': { parts: [...'aA'], declined: 0 },
  ASCII: { parts: Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), declined: 0 },
  'digits and signs': { parts: [...'0123456789', ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t'], declined: 0 },
  accents: { parts: [...'aàáâãäåeèéêëAÀÉoòöøOØn', 'ñ', 'č', 'ž', 'ł', 'đ', ' '], declined: 100 },
  German: { parts: [...'abeostuäöüßÄÖÜSẞ', 'ss', 'SS', 'ae', ' ', '-'], declined: 100 },
  Cyrillic: { parts: [...'абвгдеёжиАБВЕЁЖИй', 'й', ' ', ','], declined: 100 },
  Greek: { parts: [...'αάβγεέσςΣηήΑΆΒ', ' '], declined: 100 },
  expansions: { parts: [...'aeoæœÆŒﬁſĳŉ½¼…ªº²³', 'ae', 'oe', 'fi', '1', ' '], declined: 100 },
  contractions: { parts: [...'lL·aŀĿ', 'l·', 'e\u0301', 'é', 'e', '\u0301', '\u0328', 'ǫ'], declined: 100 },
  marks: { parts: ['a', 'b', '\u0301', '\u0323', '\u0308', 'ạ', 'x'.repeat(12), '\u0301'.repeat(40)], declined: 100 },
  Asia: { parts: [...'日本語文字列処理カタガギかがきぎー一二三한국어문장가각갂', 'ｶﾞ', ' '], declined: 100 },
  Thai: { parts: [...'กขคเแโใไะาิีึุู่้๊๋์ำฤๅ', 'เก', 'แข', ' ', 'a'], declined: 100 },
  'Hebrew and Arabic': { parts: [...'אבגדהוּשׁبتثجحخأإآة ', 'a', '1'], declined: 100 },
  emoji: {
    parts: ['😀', '👍🏽', '🚀', '👩‍💻', '✅', '⏱️', '🇫🇷', 'a', 'b', ' ', '\u{1d400}', '\u{20000}'],
    declined: 100,
  },
  'white space': {
    parts: [...'ab \t\v\f\u00a0\u1680\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\u0085'],
    declined: 100,
  },
  invisible: { parts: [...'ab\0\x01\x7f\u00ad\u200b\u200d\u034f\u2060\ufe0f', 'é', 'É'], declined: 100 },
  other: { parts: [...'ªͰϐѢ԰աბᎠẠἀℵ→①■☀⠁ⰰ々〆ꙀꜢﬀＡ', 'ნ', '\ue000', '\uffff', '\ufffd'], declined: 100 },
};
const alphabets: Readonly<Record<string, Alphabet>> = {
  ...scripts,
  mixed: { parts: Object.values(scripts).flatMap(({ parts }) => parts), declined: 100 },
};

const lineEnds = ['\n', '\n', '\n', '\r\n', '\r'];

interface Body {
  readonly lines?: string[];
  readonly input?: string;
  readonly options: LineSortingOptions;
}

/** Makes requests from a seed. */
class Bodies {
  readonly #random: SeededRandom;
  readonly #parts: readonly string[];

  constructor(seed: string, parts: readonly string[]) {
    this.#random = new SeededRandom(seed);
    this.#parts = parts;
  }

  next(): Body {
    const options = this.#options();
    const lines = this.#lines();
    if (this.#isOneIn(2)) {
      // Sometimes an element is several lines.
      if (this.#isOneIn(4)) for (let index = 0; index < lines.length; index += 3) lines[index] += this.#lineEnd();
      if (this.#isOneIn(8)) lines[lines.length >> 1] = `${this.#lineEnd()}${this.#line(3)}${this.#lineEnd()}a`;
      return { lines, options };
    }
    const end = this.#lineEnd();
    const isMixed = this.#isOneIn(4);
    const input = lines.map((line) => line + (isMixed ? this.#lineEnd() : end)).join('');
    return { input: this.#isOneIn(2) ? input : input.slice(0, -end.length), options };
  }

  #options(): LineSortingOptions {
    const usually = () => !this.#isOneIn(4);
    return {
      trimLines: usually(),
      dropBlank: usually(),
      dedupe: usually(),
      ignoreCase: !usually(),
      sort: usually(),
      direction: usually() ? 'asc' : 'desc',
    };
  }

  #lines(): string[] {
    const { below } = this.#bound();
    const most = below(10) === 0 ? 300 : below(3) === 0 ? 60 : 8;
    const length = [1, 3, 6, 20, 60][below(5)] ?? 1;
    const prefix = below(4) === 0 ? this.#line(30) : '';
    const lines: string[] = [];
    for (let count = 1 + below(most); count > 0; count--) {
      const again = lines.length > 0 && below(6) === 0 ? lines[below(lines.length)] : undefined;
      lines.push(again ?? `${prefix}${this.#line(length)}`);
    }
    return lines;
  }

  #line(most: number): string {
    const { below } = this.#bound();
    let line = '';
    for (let count = below(most + 1); count > 0; count--) line += this.#parts[below(this.#parts.length)] ?? '';
    return line.toWellFormed();
  }

  #lineEnd(): string {
    return lineEnds[this.#random.below(lineEnds.length)] ?? '\n';
  }

  #isOneIn(many: number): boolean {
    return this.#random.below(many) === 0;
  }

  #bound() {
    return { below: (limit: number) => this.#random.below(limit) };
  }
}

/** Returns the response to a request, in JSON; undefined if it is an error or declined. */
function responseOf(result: EngineResult | undefined): string | undefined {
  return result?.status === 200 ? Buffer.from(result.body).toString() : undefined;
}

const bodiesOfEach = isFullForm ? 55_000 : 700;
const seed = isFullForm ? `${process.env.TEXTMILL_TEST_SEED ?? Date.now()}` : '1';

describe(`lines are sorted the same by kernels and as strings, seed ${seed}`, () => {
  for (const [name, { parts, declined: mostDeclined }] of Object.entries(alphabets)) {
    test(name, (t) => {
      const bodies = new Bodies(`${seed} ${name}`, parts);
      let declined = 0;
      for (let count = 0; count < bodiesOfEach; count++) {
        const { options, ...source } = bodies.next();
        const body = Buffer.from(JSON.stringify({ ...source, ...options }) + padding);
        const response = responseOf(engine.executeOnBytes('sort-dedupe', body));
        const expected = responseOf(oracle.execute('sort-dedupe', body));
        if (response === undefined) {
          if (expected !== undefined) declined++;
        } else if (response !== expected) {
          assert.equal(response, expected, body.toString());
        }
      }
      const percent = (100 * declined) / bodiesOfEach;
      t.diagnostic(`seed ${seed}: ${percent.toFixed(1)} % of ${bodiesOfEach} requests declined`);
      assert.ok(percent <= mostDeclined);
    });
  }
});
