import { Type } from '../../core/schema.js';

/** Defines the option of tools that write CSV. @param when - which texts it applies to. See {@link escapeFormula}. */
export function EscapeFormulas(when: string) {
  return Type.Boolean({
    default: false,
    description: `${when}: puts ' before cells that a spreadsheet would take for a formula (= + - @ tab CR LF, and ＝ ＋ － ＠ of full width); plain numbers such as -5 stay`,
  });
}

/** Escapes cells that spreadsheets would read as a formula; see OWASP, "CSV Injection". A number cannot do anything. */
export function escapeFormula(cell: string): string {
  if (/^-(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell)) return cell;
  return /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}
