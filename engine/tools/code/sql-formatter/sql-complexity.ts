import { ToolError } from '../../../core/errors.js';
import { groupedDigits } from '../../../core/grouped-digits.js';
import { type SqlFamily, sqlTokens } from '../../../text/code/sql-tokens.js';
import { positionAt } from '../../../text/position.js';

/** The maximum nesting of brackets, CASE and BETWEEN in SQL to parse. */
const maxSqlDepth = 100;

/** The parser copies the list of statements for each of them. */
const maxStatements = 5_000;

/** The parser takes up to 15 µs for a word or a sign. 200,000 characters of queries have 50,000 of them. */
const maxTokens = 60_000;

/** The most blanks of indentation in total. */
const maxIndentation = 40_000_000;

export const tooDeep = `the SQL is nested too deep (at most ${maxSqlDepth} brackets and CASEs)`;

const tooMany = `the SQL has more than ${groupedDigits(maxTokens)} words and signs`;

/**
 * Checks SQL before it is parsed. A recursive parser runs out of stack, and laid out with two levels for each bracket,
 * 200,000 characters can become hundreds of megabytes. With 100,000 statements a parser ran out of memory.
 *
 * @param indent - blanks for each level.
 * @throws {ToolError} with the place where the nesting is too deep, or what follows would take the parser too long.
 */
export function checkSqlComplexity(text: string, family: SqlFamily, indent: number): void {
  const nesting = new Nesting();
  let indentation = 0;
  let statements = 0;
  let tokens = 0;
  for (const { kind, start, end } of sqlTokens(text, family)) {
    if (kind === 'space' || kind === 'comment') continue;
    if (++tokens > maxTokens) throw ToolError.at(positionAt(text, start), tooMany);
    const depth = nesting.after(kind === 'word' ? text.slice(start, end).toLowerCase() : text.charAt(start));
    indentation += 2 * depth * indent;
    if (depth > maxSqlDepth) throw ToolError.at(positionAt(text, start), `${tooDeep}`);
    if (indentation > maxIndentation) {
      throw ToolError.at(positionAt(text, start), `the SQL is nested too deep for its length`);
    }
    const ends = text[start] === ';' || kind === 'command' || kind === 'delimiter';
    if (ends && ++statements > maxStatements) {
      throw ToolError.at(positionAt(text, start), `the SQL has more than ${maxStatements} statements`);
    }
  }
}

/**
 * Counts brackets and CASEs separately, as an END may belong to a BEGIN; and each BETWEEN up to its AND, because the parser
 * nests one that follows without it.
 */
class Nesting {
  #brackets = 0;
  #cases = 0;
  #betweens = 0;

  after(token: string): number {
    if (token === 'case') this.#cases++;
    else if (token === 'end') this.#cases = Math.max(this.#cases - 1, 0);
    else if (token === 'between') this.#betweens++;
    else if (token === 'and') this.#betweens = Math.max(this.#betweens - 1, 0);
    else if (token === '(' || token === '[' || token === '{') this.#brackets++;
    else if (token === ')' || token === ']' || token === '}') this.#brackets = Math.max(this.#brackets - 1, 0);
    return this.#brackets + this.#cases + this.#betweens;
  }
}
