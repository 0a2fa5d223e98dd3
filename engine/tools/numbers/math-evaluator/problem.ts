import { UntracedError } from '../../../core/stack-traces.js';

/** The reason why an expression has no value. */
export class MathProblem extends UntracedError {
  override readonly name = 'MathProblem';
  /** The place in the expression, in UTF-16 code units. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
