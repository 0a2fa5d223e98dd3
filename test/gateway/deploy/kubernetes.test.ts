import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { Probe, Service } from 'kubernetes-types/core/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { parseAllDocuments } from 'yaml';
import { readConfig, settingFacts } from '#gateway/server/config/config.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { prepareDataFolder } from '#gateway/server/storage/data-folder.js';
import { dockerfile, stagesOf, textsOf } from '../../support/dockerfile.js';
import { runProgram } from '../../support/program.js';
import { longestStopMs } from '../../support/stop-time.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const text = readFileSync(join(project, 'gateway/deploy/kubernetes.yaml'), 'utf8');
const documents = parseAllDocuments(text);
const objects = documents.map((document) => document.toJS() as { readonly apiVersion: string; readonly kind: string });

/** Returns the only object of a kind. */
function objectOf<Kind>(kind: string): Kind {
  const found = objects.filter((object) => object.kind === kind);
  assert.equal(found.length, 1, kind);
  return found[0] as Kind;
}

const deployment = objectOf<Deployment>('Deployment').spec;
const service = objectOf<Service>('Service').spec;
const budget = objectOf<PodDisruptionBudget>('PodDisruptionBudget').spec;
const autoscaler = objectOf<HorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec;
const pod = deployment?.template.spec;
const [container] = pod?.containers ?? [];
assert.ok(deployment && service && budget && autoscaler && pod && container);
const image = stagesOf(dockerfile).at(-1);
assert.ok(image !== undefined);

/** Where `kubernetes-types` declares the kinds of an API group. */
const modules: Readonly<Record<string, string>> = {
  'apps/v1': 'apps/v1',
  v1: 'core/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
};

/** Compiles objects as values of the types of Kubernetes. @returns the complaints of the compiler. */
async function complaintsAbout(folder: string, checked: readonly (typeof objects)[number][]): Promise<string> {
  const source = checked.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `const object${index}: import('kubernetes-types/${modules[apiVersion]}.js').${kind} = ` +
      `${JSON.stringify({ apiVersion, kind, ...rest })};\nvoid object${index};\n`,
  );
  writeFileSync(join(folder, 'objects.ts'), `${source.join('')}export {};\n`);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--types', '', '--skipLibCheck'];
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const args = [compiler, ...options, 'objects.ts'];
  const { stdout } = await runProgram(process.execPath, args, { cwd: folder });
  return stdout;
}

describe('kubernetes.yaml', () => {
  test('every object has the fields and types of its kind in Kubernetes, and no other', async (t) => {
    for (const { errors, warnings } of documents) assert.deepEqual([...errors, ...warnings], []);
    const folder = temporaryFolder(t);
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
    assert.equal(await complaintsAbout(folder, objects), '');
    const wrong = JSON.parse(JSON.stringify(objects).replace('"readinessProbe"', '"readynessProbe"')) as typeof objects;
    assert.match(await complaintsAbout(folder, wrong), /readynessProbe"?' does not exist in type 'Container'/);
  });

  test('everything selects the pods of the Deployment', () => {
    const labels = deployment.template.metadata?.labels ?? {};
    assert.ok(Object.keys(labels).length > 0);
    for (const selected of [deployment.selector, budget.selector, ...(pod.topologySpreadConstraints ?? [])]) {
      const selector = selected && 'labelSelector' in selected ? selected.labelSelector : selected;
      assert.deepEqual(selector, { matchLabels: labels });
    }
    assert.deepEqual(service.selector, labels);
    const { apiVersion, kind, metadata } = objectOf<Deployment>('Deployment');
    assert.deepEqual(autoscaler.scaleTargetRef, { apiVersion, kind, name: metadata?.name });
  });

  test('the port of the image is that of the container, and the target of the Service', () => {
    const [port] = container.ports ?? [];
    assert.equal(port?.containerPort, Number(textsOf(image, 'EXPOSE').join()));
    assert.deepEqual(
      service.ports?.map(({ targetPort }) => targetPort),
      [port?.name],
    );
  });

  test('probes ask for endpoints of Textmill: liveness for the process, readiness for the work', () => {
    const pathOf = ({ httpGet }: Probe = {}) => {
      assert.equal(httpGet?.port, container.ports?.[0]?.name);
      assert.ok(endpoints.some(({ access, path }) => access === 'probe' && path === httpGet?.path));
      return httpGet?.path;
    };
    assert.equal(pathOf(container.startupProbe), '/healthz');
    assert.equal(pathOf(container.livenessProbe), '/healthz');
    assert.equal(pathOf(container.readinessProbe), '/readyz');
  });

  test('every variable is a valid setting, and secrets come from the Secret that the comment creates', () => {
    const known = new Map<string, boolean>(settingFacts.map(({ name, secret }) => [name, secret]));
    const environment: Record<string, string> = {};
    const secretKeys: string[] = [];
    for (const { name, value, valueFrom } of container.env ?? []) {
      assert.ok(known.has(name), name);
      const reference = valueFrom?.secretKeyRef;
      assert.equal(reference !== undefined, known.get(name), name);
      if (reference === undefined) environment[name] = value ?? '';
      else {
        assert.equal(reference.key, name);
        assert.ok(text.includes(`kubectl create secret generic ${reference.name} `), reference.name);
        secretKeys.push(reference.key);
      }
    }
    assert.deepEqual(
      secretKeys,
      [...text.matchAll(/^# {8}(\w+)=/gm)].map(([, name]) => name),
    );
    const [, url = ''] = /^# {8}DATABASE_URL=(.*)$/m.exec(text) ?? [];
    const config = readConfig({ ...environment, DATABASE_URL: url, ADMIN_TOKEN: 'a'.repeat(48) });
    assert.ok(config.databaseUrl);
    // Each pod of a network of pods could name any address as that of a client.
    assert.deepEqual(config.trustedProxies, []);
  });

  test('a pod that is deleted serves until every node knows, and has the time to drain after that', () => {
    const [program, seconds] = container.lifecycle?.preStop?.exec?.command ?? [];
    assert.equal(program, 'sleep');
    const neededMs = Number(seconds) * 1_000 + longestStopMs;
    assert.ok((pod.terminationGracePeriodSeconds ?? 0) * 1_000 > neededMs + 5_000, `${neededMs} ms`);
  });

  test('an update, a drained node and a short pause never leave too few gateways', () => {
    const { maxSurge, maxUnavailable } = deployment.strategy?.rollingUpdate ?? {};
    assert.deepEqual([maxSurge, maxUnavailable], [1, 0]);
    assert.ok(budget.maxUnavailable === 1 && (autoscaler.minReplicas ?? 0) >= 2);
    // It would undo what the autoscaler did at each `kubectl apply`.
    assert.equal(deployment.replicas, undefined);
    const resources = (autoscaler.metrics ?? []).map(({ resource }) => resource);
    assert.deepEqual(
      resources.map((resource) => [resource?.name, resource?.target.type]),
      [['cpu', 'Utilization']],
    );
    // The utilisation is that of the request.
    assert.ok(container.resources?.requests?.cpu !== undefined);
  });

  test('runs as the user of the image, without rights, on a file system that cannot be written', () => {
    const [user, group] = textsOf(image, 'USER').join().split(':').map(Number);
    const { runAsNonRoot, runAsUser, runAsGroup, seccompProfile } = pod.securityContext ?? {};
    assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup], [true, user, group]);
    assert.deepEqual(seccompProfile, { type: 'RuntimeDefault' });
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.equal(pod.automountServiceAccountToken, false);
    const volumes = new Map(pod.volumes?.map((volume) => [volume.name, volume]));
    const mounts = container.volumeMounts ?? [];
    for (const { name } of mounts) assert.ok(volumes.get(name)?.emptyDir !== undefined, name);
    assert.deepEqual(
      mounts.map(({ mountPath }) => mountPath),
      ['/data', '/tmp'],
    );
  });

  test('a gateway accepts its data folder in a volume that every user may write to', (t) => {
    const dataDir = container.env?.find(({ name }) => name === 'DATA_DIR')?.value ?? '';
    assert.match(dataDir, /^\/data\/\w+$/);
    const volume = temporaryFolder(t);
    chmodSync(volume, 0o777);
    assert.throws(() => prepareDataFolder(volume), /every user of this machine may write to it/);
    const folder = join(volume, dataDir.slice('/data/'.length));
    prepareDataFolder(folder);
    assert.ok(existsSync(folder));
  });
});
