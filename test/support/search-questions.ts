import type { SearchedTool } from '#engine/catalogue/search-index.js';
import { searchTools, searchWhileTyping } from '#engine/catalogue/tool-search.js';
import { agentQueries } from '../gateway/mcp/agent-queries.js';
import { agentTasks } from '../gateway/mcp/agent-tasks.js';
import { heldOutQueries } from '../gateway/mcp/held-out-queries.js';

/** Questions, and the tool for each. */
export type Questions = typeof agentQueries;

/** The questions that the search is tuned on. */
export const tunedQuestions: Questions = [...agentQueries, ...agentTasks];

type Search = typeof searchTools;

/** Returns for how many questions the expected tool is among the first results of a search. */
export function foundAmong(
  first: number,
  questions: Questions,
  tools: readonly SearchedTool[],
  search: Search = searchTools,
): number {
  return questions.filter(([query, slug]) =>
    search(tools, query)
      .slice(0, first)
      .some((tool) => tool.slug === slug),
  ).length;
}

/** Returns the table of how good the searches are. */
export function searchTable(tools: readonly SearchedTool[]): string {
  const row = (name: string, questions: Questions) => {
    const counts = [foundAmong(1, questions, tools), foundAmong(3, questions, tools)];
    const typed = foundAmong(3, questions, tools, searchWhileTyping);
    return `| ${[name, questions.length, ...counts, typed].join(' | ')} |`;
  };
  return [
    '| Questions | | First result | Among the first three | Among the first three while typing |',
    '|---|---|---|---|---|',
    row('that the search was tuned on', tunedQuestions),
    row('held out', heldOutQueries),
  ].join('\n');
}
