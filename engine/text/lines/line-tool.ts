import type { Static, TObject, TProperties } from '../../core/schema.js';
import { defineTool, type Tool, type ToolDefinition } from '../../core/tool.js';
import { countLines, joinLines, splitLines } from './lines.js';

/** The declaration of a tool that selects or orders lines, and leaves line ends and the ending of the text as they are. */
export interface LineToolDefinition<Properties extends TProperties>
  extends Omit<ToolDefinition<Properties>, 'run' | 'transformLines' | 'keepsMixedLineEnds'> {
  /**
   * Returns lines without line ends, together no longer than those of the text.
   *
   * @param lines - as `splitLines` finds them, in an array that may be changed and returned.
   * @throws {ToolError} with a reason a person can act on.
   */
  transformLines(lines: string[], config: Static<TObject<Properties>>): readonly string[];
}

/** Declares a tool by what it does to lines, so that in a workflow it hands them to the next such tool as they are. */
export function defineLineTool<Properties extends TProperties>(definition: LineToolDefinition<Properties>): Tool {
  const { transformLines } = definition;
  return defineTool({
    countItems: countLines,
    ...definition,
    run(input, config) {
      const text = splitLines(input);
      return joinLines(transformLines(text.lines, config), text);
    },
  });
}
