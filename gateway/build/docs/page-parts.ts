import { type Catalogue, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { byCategory } from '#engine/catalogue/categories.js';
import { programsElsewhere, type StepElsewhere } from '#engine/catalogue/names-elsewhere.js';
import { patterns } from '#gateway/mcp/patterns.js';
import { settingsTable } from '#gateway/server/config/config.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { errorsTable } from '#gateway/server/endpoints/openapi/error-list.js';
import { metricsTable } from '#gateway/server/telemetry/metrics/definitions.js';
import type { PageParts } from './page.js';

/** Returns the parts of pages that are generated from the engine and the gateway. */
export async function pageParts(): Promise<PageParts> {
  return {
    'engine/COMING-FROM.md': { names: namesElsewhere() },
    'engine/TOOLS.md': { tools: toolList(await loadCatalogue()) },
    'gateway/README.md': { errors: errorsTable(endpoints), settings: settingsTable() },
    'gateway/mcp/skills/textmill/SKILL.md': { patterns },
    'gateway/server/telemetry/README.md': { metrics: metricsTable() },
  };
}

/** Returns the list of all tools in Markdown: a table for each category. */
function toolList(catalogue: Catalogue): string {
  return byCategory(catalogue.values())
    .map(({ title, entries }) => {
      const rows = entries.map(({ tool }) => `| \`${tool.slug}\` | ${firstSentence(tool.description)} |`);
      return [`## ${title} (${entries.length})`, '', '| Tool | |', '|---|---|', ...rows, ''].join('\n');
    })
    .join('\n');
}

/** Returns what does the same here as each name of other programs: a table for each program. */
function namesElsewhere(): string {
  return programsElsewhere
    .map(({ program, names, missing }) => {
      const rows = names.map(
        ([name, ...steps]) => `| ${name.split('; ').map(code).join(', ')} | ${steps.map(stepText).join(', then ')} |`,
      );
      return [`## ${program}`, '', '| There | Here |', '|---|---|', ...rows, '', `No equivalent: ${missing}`, ''].join(
        '\n',
      );
    })
    .join('\n');
}

function stepText(step: StepElsewhere): string {
  if (typeof step === 'string') return code(step);
  if (!('steps' in step)) return `${code(step[0])} ${code(JSON.stringify(step[1]))}`;
  const { steps, ...group } = step;
  return `each part ${code(JSON.stringify(group))}: ${steps.map(stepText).join(', then ')}`;
}

/** Code in a cell of a table. */
function code(text: string): string {
  const ticks = text.includes('`') ? '``' : '`';
  return `${ticks}${ticks === '`' ? '' : ' '}${text.replaceAll('|', '\\|')}${ticks === '`' ? '' : ' '}${ticks}`;
}

function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.:;](?=\s|$)/s.exec(text) ?? [];
  return sentence.replace(/[:;]$/, '.').replaceAll('|', '\\|');
}
