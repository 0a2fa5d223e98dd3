import { engineProblem } from '#engine/core/error-table.js';
import { RequestError } from '#engine/core/errors.js';
import { encodeJson } from '#engine/core/json.js';
import { maxConfigDepth } from '#engine/core/limits.js';
import { Type } from '#engine/core/schema.js';
import { StepList } from '#engine/operations/step-request.js';
import { gatewayProblem, httpErrors } from '#gateway/core/errors.js';
import { maxWorkflowBytes, secretIn, workflowName, workflowNameRule } from '#gateway/core/stored-workflow.js';
import type { ApiKey } from '../keys/key-store.js';
import { problemOfSteps } from '../pipeline/operation-call.js';
import type { AdministeredRoute, AdministrationRequest, AdministrationResult } from '../pipeline/route.js';
import { keyOperations } from '../storage/key-table.js';
import {
  type ExpectedWorkflow,
  mostWorkflows,
  type WorkflowChange,
  type WorkflowVersionRow,
  workflowTag,
} from '../storage/workflow-table.js';
import { accountParameter } from './account-changes.js';
import {
  administered,
  authorOf,
  bodySchema,
  found,
  ok,
  operatorOperation,
  ownerOperation,
  read,
} from './administration.js';
import type { Endpoint, Services } from './endpoint.js';
import { confirmed } from './key-handlers.js';
import type { BadRequests } from './openapi/responses.js';
import type { OperationObject, Parameter } from './openapi/types.js';
import type { DescribedEndpoint, Vocabulary } from './openapi/vocabulary.js';
import { queryParameters } from './query-parameters.js';

const PutWorkflow = bodySchema(Type.Object({ steps: StepList }, { additionalProperties: false }));

/** Returns the account whose workflows a request is about: that of its key or session, or the one that an operator names. */
function accountOf({ key, session, parameters }: AdministrationRequest): string {
  return key?.accountId ?? session?.accountId ?? parameters.id ?? '';
}

/** Whether an operator names an account that does not exist. */
function isUnknown(request: AdministrationRequest, { keys }: Services): boolean {
  return keys.account(accountOf(request)) === undefined;
}

function headersOf(etag: string) {
  return ['ETag', `"${etag}"`];
}

function versionDocument(row: WorkflowVersionRow) {
  const { name, version, length, updatedAt, authorKind, keyId } = row;
  return {
    name,
    version,
    etag: workflowTag(row),
    length,
    updatedAt: new Date(updatedAt).toISOString(),
    updatedBy: { kind: authorKind, ...(keyId !== null && { keyId }) },
  };
}

const listWorkflows = administered(async (request, services) => {
  if (isUnknown(request, services)) return found(undefined, () => ({}));
  const rows = await services.workflows.list(accountOf(request));
  return ok({ workflows: rows.map(versionDocument), limit: mostWorkflows });
});

const getWorkflow = administered(async (request, services) => {
  const { name = '' } = request.parameters;
  const account = accountOf(request);
  const version = versionIn(request.query);
  const row = await services.workflows.get(account, name, version);
  if (row === undefined) return found(undefined, () => ({}));
  const versions = (await services.workflows.versions(account, name)).map(versionDocument);
  const { steps } = row;
  const document = { ...versionDocument(row), steps: JSON.parse(steps) as unknown, versions };
  return { ...(ok(document) as { status: number; body: Uint8Array }), headers: headersOf(workflowTag(row)) };
});

/** @throws {RequestError} */
function versionIn(query: string): number | undefined {
  const text = queryParameters(query, 'version').get('version');
  if (text === null) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  const reason = 'must be an integer of at least 1';
  throw new RequestError(engineProblem('invalid-value', { path: 'version', reason, rule: 'minimum' }));
}

const putWorkflow = administered(async (request, services) => {
  const { name = '' } = request.parameters;
  if (!mayWrite(request.key)) return { problem: httpErrors['operation-not-allowed'] };
  if (isUnknown(request, services)) return found(undefined, () => ({}));
  if (!workflowName.test(name)) {
    throw new RequestError(gatewayProblem('invalid-name', { path: 'name', reason: workflowNameRule }));
  }
  const { steps } = read(PutWorkflow, request.body);
  const written = jsonOf(steps);
  const length = Buffer.byteLength(written);
  if (length > maxWorkflowBytes) {
    throw new RequestError(gatewayProblem('workflow-too-large', { length, limit: maxWorkflowBytes }));
  }
  const account = accountOf(request);
  const problem = await problemOfSteps(account, written, services);
  if (problem !== undefined) return { problem };
  const secret = secretIn(steps);
  if (secret !== undefined) throw new RequestError(gatewayProblem('secret-in-workflow', { path: secret }));
  const expected = expectedOf(request, 'none');
  const author = authorOf(request, services);
  const change = await services.workflows.put(account, { name, steps: written }, expected, author);
  return changed(change, request, services, name);
});

/**
 * @throws {RequestError} if they are nested so deep that they cannot be written; the check of what is written has its
 *   own limit.
 */
function jsonOf(steps: readonly unknown[]): string {
  try {
    return JSON.stringify(steps);
  } catch {
    throw new RequestError(engineProblem('nested-too-deep', { path: 'steps', limit: maxConfigDepth }));
  }
}

const deleteWorkflow = administered(async (request, services) => {
  const { name = '' } = request.parameters;
  if (!mayWrite(request.key)) return { problem: httpErrors['operation-not-allowed'] };
  if (!workflowName.test(name) || isUnknown(request, services)) return found(undefined, () => ({}));
  const expected = expectedOf(request, 'any');
  const change = await services.workflows.delete(accountOf(request), name, expected, authorOf(request, services));
  if (change.refused === 'missing' && expected === 'any') return found(undefined, () => ({}));
  return changed(change, request, services, name);
});

/** Whether a key may change workflows: one for some operations alone may not change what others run. */
function mayWrite(key: ApiKey | undefined): boolean {
  return keyOperations.every((operation) => key?.bounds?.allowsOperation(operation) !== false);
}

/** Returns what `If-Match` and `If-None-Match` say about the workflow before the change. */
function expectedOf({ head }: AdministrationRequest, otherwise: 'any' | 'none'): ExpectedWorkflow {
  const { ifMatch, ifNoneMatch } = head;
  if (ifMatch !== '') return ifMatch === '*' ? 'any' : { tag: ifMatch.replace(/^(?:W\/)?"([^"]*)"$/, '$1') };
  return ifNoneMatch === '*' ? 'none' : otherwise;
}

async function changed(
  change: WorkflowChange,
  request: AdministrationRequest,
  { keys }: Services,
  name: string,
): Promise<AdministrationResult> {
  if (!('tag' in change)) {
    if (change.refused === 'no-account') return found(undefined, () => ({}));
    throw new RequestError(gatewayProblem('too-many-workflows', { limit: mostWorkflows }));
  }
  const etag = change.tag;
  const version = etag === null ? null : Number.parseInt(etag, 10);
  if (change.refused === undefined) {
    const isNew = request.method === 'PUT' && version === 1;
    const body = encodeJson(await confirmed(keys, { name, version, etag }));
    return { status: isNew ? 201 : 200, body, headers: request.method === 'PUT' ? headersOf(change.tag) : [] };
  }
  const isUnconditional = request.head.ifMatch === '' && request.head.ifNoneMatch === '';
  if (change.refused === 'exists' && isUnconditional && version !== null && etag !== null) {
    return { problem: gatewayProblem('workflow-exists', { version, etag }) };
  }
  return { problem: gatewayProblem('workflow-changed', { version, etag }) };
}

interface Administration {
  readonly access: 'key-holder' | 'owner' | 'operator';
  readonly base: string;
  /** The beginning of the labels. */
  readonly label: string;
  /** What the operations are about: `Workflow` gives `listWorkflows`. */
  readonly noun: string;
  readonly operation: typeof operatorOperation;
  readonly parameters: (vocabulary: Vocabulary) => readonly Parameter[];
}

const example = { name: 'clean-orders', version: 3, etag: '3-wfl_Hd2kQx9LmR4vTn8Wc3B0' };

const versionExample = ({ sample }: Vocabulary) => ({
  ...example,
  length: 34,
  updatedAt: sample.now,
  updatedBy: { kind: 'key', keyId: sample.keyId },
});

const nameParameter: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: `The name: it ${workflowNameRule}`,
  schema: { type: 'string', pattern: workflowName.source },
  example: example.name,
};

const versionParameter: Parameter = {
  name: 'version',
  in: 'query',
  description: 'An earlier version, of the last ten',
  schema: { type: 'integer', minimum: 1 },
};

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The etag of the version that this replaces or deletes, or * for any; needed to replace one',
  schema: { type: 'string' },
};

function workflowEndpoints({ access, base, label, noun, operation, parameters }: Administration): Endpoint[] {
  const preflight = ({ keyPreflight }: Vocabulary, id: string) =>
    access === 'key-holder' ? { options: keyPreflight(`preflight${id}`, 'Workflows', 'As for `GET /v1/usage`.') } : {};
  const endpoint = (facts: Omit<AdministeredRoute<Services> & DescribedEndpoint, 'access'>): Endpoint =>
    access === 'key-holder' ? { ...facts, access, ...ofKeyHolders } : { ...facts, access };
  return [
    endpoint({
      path: base,
      label: `${label}s`,
      methods: { GET: listWorkflows },
      describe: (vocabulary) => ({
        get: operation(vocabulary, `list${noun}s`, 'The stored workflows of the account', {
          ...(access === 'key-holder' && { description: 'By name, each with its newest version, without steps.' }),
          parameters: parameters(vocabulary),
          successes: {
            200: vocabulary.jsonResponse(
              'The workflows',
              'WorkflowList',
              vocabulary.example('One workflow', { workflows: [versionExample(vocabulary)], limit: mostWorkflows }),
            ),
          },
          special: access === 'operator' ? ['NotFound'] : [],
        }),
        ...preflight(vocabulary, `${noun}s`),
      }),
    }),
    endpoint({
      path: `${base}/{name}`,
      label,
      mayBeLong: true,
      methods: { GET: getWorkflow, PUT: putWorkflow, DELETE: deleteWorkflow },
      audits: { PUT: 'workflow.put', DELETE: 'workflow.delete' },
      describe: (vocabulary) => {
        const { example: exampleOf, headersOf: headers, jsonBody, jsonResponse } = vocabulary;
        const all = [...parameters(vocabulary), nameParameter];
        const steps = ['trim-lines', { toolSlug: 'dedupe-sort' }];
        const changedTo = (description: string, fields?: ReturnType<typeof headers>) =>
          jsonResponse(description, 'WorkflowChange', exampleOf('A version', example), fields);
        return {
          get: operation(vocabulary, `get${noun}`, 'A stored workflow, with its steps', {
            parameters: [...all, versionParameter],
            successes: {
              200: jsonResponse(
                'The workflow',
                'StoredWorkflow',
                exampleOf('A workflow', {
                  ...versionExample(vocabulary),
                  steps,
                  versions: [versionExample(vocabulary)],
                }),
                headers('ETag'),
              ),
            },
            special: ['BadWorkflow', 'NotFound'],
          }),
          put: operation(vocabulary, `put${noun}`, 'Store a workflow, or a new version of it', {
            ...(access === 'key-holder' && {
              description:
                'The steps are checked as those of `POST /v1/run`, which runs them by their name; at most 64 KB of JSON, ' +
                'without secrets. The last ten versions are kept.',
            }),
            parameters: [...all, ifMatch],
            requestBody: jsonBody('WorkflowRequest', exampleOf('Two steps', { steps })),
            successes: {
              200: changedTo('A new version', headers('ETag')),
              201: changedTo('A new workflow', headers('ETag')),
            },
            special: [
              'BadWorkflow',
              'NotFound',
              'WorkflowChanged',
              'WorkflowExists',
              'UnsupportedMedia',
              'BusyOrTimeLimit',
            ],
          }),
          delete: operation(vocabulary, `delete${noun}`, 'Delete a workflow, with all its versions', {
            parameters: [...all, ifMatch],
            successes: { 200: changedTo('What it was') },
            special: ['NotFound', 'WorkflowChanged'],
          }),
          ...preflight(vocabulary, noun),
        };
      },
    }),
  ];
}

const ofKeyHolders = {
  isOnFreePlan: false,
  operation: 'run',
  grantedHeaders: 'Content-Type, x-api-key, Authorization, If-Match',
} as const;

/** Describes an operation that needs an API key. */
const keyOperation: typeof operatorOperation = (
  vocabulary,
  operationId,
  summary,
  { successes, special, ...parts },
): OperationObject => ({
  operationId,
  tags: ['Workflows'],
  summary,
  ...parts,
  security: vocabulary.apiKeyRequired,
  responses: vocabulary.responses(
    'limited',
    successes,
    'ApiKeyRefused',
    'OperationRefused',
    'RequestTimeout',
    'BodyTooLarge',
    'BusyOrStoreFailed',
    ...special,
  ),
});

const tagged =
  (operation: typeof operatorOperation): typeof operatorOperation =>
  (...described) => ({ ...operation(...described), tags: ['Workflows'] });

const schemas = (vocabulary: Vocabulary) => {
  const { count, objectOf, requestSchema, schemaReference, text, time } = vocabulary;
  const version = {
    name: text('The name'),
    version: { ...count('Its number, 1 for the first'), minimum: 1 },
    etag: text('What If-Match takes'),
  };
  const facts = {
    ...version,
    length: count('Characters of the steps as JSON'),
    updatedAt: time('When this version was stored'),
    updatedBy: objectOf(
      {
        kind: { type: 'string', enum: ['key', 'owner', 'operator', 'admin-token'], description: 'Who stored it' },
        keyId: text('The key, if it was one'),
      },
      { optional: ['keyId'] },
    ),
  };
  const versions = (description: string) => ({ type: 'array', description, items: schemaReference('WorkflowVersion') });
  const { properties } = requestSchema(PutWorkflow.schema);
  return {
    WorkflowRequest: {
      ...requestSchema(PutWorkflow.schema),
      properties: { steps: { ...properties?.steps, ...stepItems } },
    },
    WorkflowVersion: objectOf(facts),
    StoredWorkflow: objectOf({
      ...facts,
      steps: { type: 'array', description: 'As `POST /v1/run` takes them', ...stepItems },
      versions: versions('Those that are kept, the newest first'),
    }),
    WorkflowList: objectOf({
      workflows: versions('The newest version of each, by name'),
      limit: count('Most workflows of an account'),
    }),
    WorkflowChange: objectOf({ ...version, pending: schemaReference('PendingGateways') }, { optional: ['pending'] }),
  };
};

const stepItems = { items: { $ref: '#/components/schemas/Step' } };

function badRequests({ errorFacts, operationErrors }: Vocabulary): BadRequests {
  return {
    BadWorkflow: [
      ...operationErrors('run').filter(({ problem: { code } }, index, all) => {
        const isFirst = all.findIndex(({ problem }) => problem.code === code) === index;
        return isFirst && stepErrors.has(code);
      }),
      errorFacts(
        gatewayProblem('invalid-name', { path: 'name', reason: workflowNameRule }),
        'the name in the path is not one',
        `{field} ${workflowNameRule}`,
      ),
      errorFacts(
        gatewayProblem('workflow-too-large', { length: maxWorkflowBytes + 1, limit: maxWorkflowBytes }),
        'the steps are too long as JSON without white space',
        `Workflow too large: {count} bytes (maximum ${maxWorkflowBytes})`,
      ),
      errorFacts(
        gatewayProblem('secret-in-workflow', { path: 'steps[0].config.key' }),
        'an option has a secret: `key`, `salt` or `secret`',
        '{field} is a secret, and workflows are stored as plain text',
      ),
      errorFacts(gatewayProblem('too-many-workflows', { limit: mostWorkflows }), 'the account has no room for another'),
    ],
  };
}

/** What is wrong with steps before they run. */
const stepErrors: ReadonlySet<string> = new Set([
  'invalid-json',
  'not-an-object',
  'unknown-field',
  'missing-field',
  'invalid-value',
  'no-steps',
  'too-many-steps',
  'unknown-tool',
  'unknown-option',
  'nested-too-deep',
  'step-failed',
]);

/** Stored workflows: for the holders of keys, the owner of the account, and operators. */
export const storedWorkflowEndpoints: readonly Endpoint[] = [
  ...workflowEndpoints({
    access: 'key-holder',
    base: '/v1/workflows',
    label: 'workflow',
    noun: 'Workflow',
    operation: keyOperation,
    parameters: () => [],
  }).map((endpoint, index) => (index === 0 ? { ...endpoint, schemas, badRequests } : endpoint)),
  ...workflowEndpoints({
    access: 'owner',
    base: '/account/workflows',
    label: 'own-workflow',
    noun: 'OwnWorkflow',
    operation: tagged(ownerOperation),
    parameters: () => [],
  }),
  ...workflowEndpoints({
    access: 'operator',
    base: '/accounts/{id}/workflows',
    label: 'account-workflow',
    noun: 'AccountWorkflow',
    operation: tagged(operatorOperation),
    parameters: (vocabulary) => [accountParameter(vocabulary)],
  }),
];
