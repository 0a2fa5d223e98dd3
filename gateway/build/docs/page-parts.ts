import { type Catalogue, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { byCategory } from '#engine/catalogue/categories.js';
import { programsElsewhere, type StepElsewhere } from '#engine/catalogue/names-elsewhere.js';
import { patterns } from '#gateway/mcp/patterns.js';
import { settingsTable } from '#gateway/server/config/config.js';
import { metricsTable } from '#gateway/server/telemetry/metrics/definitions.js';
import type { PageParts } from './page.js';

/** Returns the parts of pages that are generated from the engine and the gateway. */
export async function pageParts(): Promise<PageParts> {
  return {
    'engine/COMING-FROM.md': { names: namesElsewhere() },
    'engine/TOOLS.md': { tools: toolList(await loadCatalogue()) },
    'gateway/README.md': { settings: settingsTable() },
    'gateway/mcp/skills/textmill/SKILL.md': { patterns },
    'gateway/server/telemetry/README.md': { metrics: metricsTable() },
  };
}

/** Returns the names of all tools in Markdown: a list for each category. */
function toolList(catalogue: Catalogue): string {
  return byCategory(catalogue.values())
    .map(({ title, entries }) => `**${title}**: ${entries.map(({ tool }) => code(tool.slug)).join(', ')}.\n`)
    .join('\n');
}

/** Returns what does the same here as names of other programs; of several names, the first. */
function namesElsewhere(): string {
  return programsElsewhere
    .map(({ program, names, missing }) => {
      const item = ([name, ...steps]: (typeof names)[number]) =>
        `${code(name.split('; ')[0] ?? name)}: ${steps.map(stepText).join(', then ')}`;
      const isPlain = ([, step, ...others]: (typeof names)[number]) => typeof step === 'string' && others.length === 0;
      return [
        `## ${program}`,
        '',
        `Without options: ${names.filter(isPlain).map(item).join('; ')}.`,
        '',
        // A backslash breaks the line.
        names
          .filter((row) => !isPlain(row))
          .map(item)
          .join('\\\n'),
        '',
        `No equivalent: ${missing}`,
        '',
      ].join('\n');
    })
    .join('\n');
}

function stepText(step: StepElsewhere): string {
  if (typeof step === 'string') return code(step);
  if (!('steps' in step)) return `${code(step[0])} ${code(JSON.stringify(step[1]))}`;
  const { steps, ...group } = step;
  return `each part ${code(JSON.stringify(group))}: ${steps.map(stepText).join(', then ')}`;
}

/** Code in a line of text. */
function code(text: string): string {
  const ticks = text.includes('`') ? '``' : '`';
  return `${ticks}${ticks === '`' ? '' : ' '}${text}${ticks === '`' ? '' : ' '}${ticks}`;
}
