import { ownAccountEndpoints } from './account.js';
import { accountEndpoints } from './accounts.js';
import { agentEndpoint } from './agents.js';
import { auditEndpoints } from './audit.js';
import { clusterEndpoint } from './cluster.js';
import { consoleEndpoints } from './console.js';
import type { Endpoint } from './endpoint.js';
import { healthEndpoints } from './health.js';
import { invitationEndpoints } from './invitations.js';
import { keyEndpoints } from './keys.js';
import { metricsEndpoint, recentMetricsEndpoint } from './metrics.js';
import { operationEndpoints } from './operations.js';
import { referenceEndpoints } from './reference.js';
import { sessionEndpoints } from './sessions.js';
import { signInEndpoints } from './sign-in.js';
import { toolEndpoints } from './tools.js';
import { usageEndpoint } from './usage.js';
import { usageDaysEndpoints } from './usage-days.js';
import { usageTotalsEndpoint } from './usage-totals.js';
import { storedWorkflowEndpoints } from './workflows.js';

/**
 * All endpoints of the HTTP API, in the order of the reference. The source of the pipeline's handlers, the OpenAPI
 * document, /docs, the methods in a 405, and the labels of metrics and log lines.
 */
export const endpoints: readonly Endpoint[] = [
  ...operationEndpoints,
  ...storedWorkflowEndpoints,
  usageEndpoint,
  agentEndpoint,
  ...toolEndpoints,
  ...referenceEndpoints,
  ...consoleEndpoints,
  ...keyEndpoints,
  ...accountEndpoints,
  ...invitationEndpoints,
  ...ownAccountEndpoints,
  usageTotalsEndpoint,
  ...usageDaysEndpoints,
  ...auditEndpoints,
  ...signInEndpoints,
  ...sessionEndpoints,
  ...healthEndpoints,
  metricsEndpoint,
  recentMetricsEndpoint,
  clusterEndpoint,
];
