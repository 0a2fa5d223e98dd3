import { ToolError } from '../../../core/errors.js';
import type { JsonNode } from '../../../text/json/json-tree.js';

/** @throws {ToolError} if JSON has no such number. */
export function numberNode(value: number): JsonNode {
  if (!Number.isFinite(value)) throw new ToolError('the result of a calculation is no number that JSON has');
  return String(value);
}

/** @param operator - as the parser names it. */
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
