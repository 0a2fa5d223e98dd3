import { loadCatalogue } from '../../../engine/catalogue/catalogue.js';
import { settingsTable } from '../../config/config.js';
import { metricsTable } from '../../observability/metrics/definitions.js';
import { errorsTable } from '../../openapi/error-list.js';
import type { PageParts } from './page.js';
import { toolList } from './tool-list.js';

/** Returns the parts of pages that are generated from the engine and the gateway. */
export async function pageParts(): Promise<PageParts> {
  return {
    'engine/TOOLS.md': { tools: toolList(await loadCatalogue()) },
    'gateway/README.md': { errors: errorsTable(), settings: settingsTable() },
    'gateway/observability/README.md': { metrics: metricsTable() },
  };
}
