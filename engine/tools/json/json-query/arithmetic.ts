import { ToolError } from '../../../core/errors.js';
import type { JsonNode } from '../../../text/json/json-tree.js';

/** Writes a number. @throws {ToolError} for NaN and infinities, which JSON cannot represent. */
export function numberNode(value: number): JsonNode {
  if (!Number.isFinite(value)) throw new ToolError('the result of a calculation is not a JSON number');
  return String(value);
}

/** Calculates with two numbers. @param operator - the name from the parser. */
export function calculate(operator: string, a: number, b: number): JsonNode {
  switch (operator) {
    case 'Plus':
      return numberNode(a + b);
    case 'Minus':
      return numberNode(a - b);
    case 'Divide':
      return numberNode(a / b);
    case 'Modulo':
      return numberNode(a % b);
    case 'Div':
      return numberNode(Math.floor(a / b));
    default:
      return numberNode(a * b);
  }
}
