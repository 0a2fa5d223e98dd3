import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { Probe, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settingFacts } from '#gateway/server/config/config.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { prepareDataFolder } from '#gateway/server/storage/data-folder.js';
import { dockerfile, stagesOf, textsOf } from '../../support/dockerfile.js';
import { runProgram, unlessInstalled } from '../../support/program.js';
import { longestStopMs } from '../../support/stop-time.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(project, 'gateway/deploy/kubernetes');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const text = read('base/textmill.yaml');

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

/** A kustomization.yaml. Paths are relative to its folder. */
interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly images?: readonly { readonly name: string }[];
  readonly patches?: readonly {
    readonly path?: string;
    readonly target?: { readonly kind: string; readonly name: string };
    readonly patch?: string;
  }[];
}

const kustomizations = new Map(
  files
    .filter((name) => name.endsWith('kustomization.yaml'))
    .map((name) => [dirname(name), parse(read(name)) as Kustomization]),
);
const isPatch = (name: string) => name.startsWith('overlays/');
const documents = files
  .filter((name) => !name.endsWith('kustomization.yaml') && !isPatch(name))
  .flatMap((name) => parseAllDocuments(read(name)));
const objects = documents.map((document) => document.toJS() as KubernetesObject);

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
const ingress = objectOf<Ingress>('Ingress').spec;
const networkPolicy = objectOf<NetworkPolicy>('NetworkPolicy').spec;
assert.ok(deployment && service && budget && autoscaler && pod && container);
const image = stagesOf(dockerfile).at(-1);
assert.ok(image !== undefined);

/** Where `kubernetes-types` declares the kinds of an API group. */
const modules: Readonly<Record<string, string>> = {
  'apps/v1': 'apps/v1',
  v1: 'core/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
};

/** Compiles objects as values of the types of Kubernetes. @returns the complaints of the compiler. */
async function complaintsAbout(sources: string, checked: readonly KubernetesObject[]): Promise<string> {
  const source = checked.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `const object${index}: import('kubernetes-types/${modules[apiVersion]}.js').${kind} = ` +
      `${JSON.stringify({ apiVersion, kind, ...rest })};\nvoid object${index};\n`,
  );
  writeFileSync(join(sources, 'objects.ts'), `${source.join('')}export {};\n`);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--types', '', '--skipLibCheck'];
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const args = [compiler, ...options, 'objects.ts'];
  const { stdout } = await runProgram(process.execPath, args, { cwd: sources });
  return stdout;
}

/** Has the types of nobody: that of its operator, and so are its fields. */
interface ServiceMonitor {
  readonly spec: {
    readonly jobLabel: string;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly endpoints: readonly {
      readonly port: string;
      readonly path: string;
      readonly authorization: { readonly credentials: { readonly name: string; readonly key: string } };
    }[];
  };
}

describe('the files for Kubernetes', () => {
  test('every object has the fields and types of its kind in Kubernetes, and no other', async (t) => {
    for (const { errors, warnings } of documents) assert.deepEqual([...errors, ...warnings], []);
    const known = objects.filter(({ kind }) => kind !== 'ServiceMonitor');
    assert.deepEqual(known.map(({ kind }) => kind).toSorted(), [
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]);
    const sources = temporaryFolder(t);
    symlinkSync(join(project, 'node_modules'), join(sources, 'node_modules'));
    assert.equal(await complaintsAbout(sources, known), '');
    const wrong = JSON.parse(JSON.stringify(known).replace('"readinessProbe"', '"readynessProbe"')) as typeof objects;
    assert.match(await complaintsAbout(sources, wrong), /readynessProbe"?' does not exist in type 'Container'/);
  });

  test('everything selects the pods of the Deployment', () => {
    const labels = deployment.template.metadata?.labels ?? {};
    assert.ok(Object.keys(labels).length > 0);
    for (const selected of [deployment.selector, budget.selector, ...(pod.topologySpreadConstraints ?? [])]) {
      const selector = selected && 'labelSelector' in selected ? selected.labelSelector : selected;
      assert.deepEqual(selector, { matchLabels: labels });
    }
    assert.deepEqual(service.selector, labels);
    assert.deepEqual(networkPolicy?.podSelector, { matchLabels: labels });
    // The monitor selects the Service, whose label names the job of the alerts.
    const monitor = objectOf<ServiceMonitor>('ServiceMonitor').spec;
    const ofService = objectOf<Service>('Service').metadata?.labels ?? {};
    assert.deepEqual(monitor.selector, { matchLabels: ofService });
    assert.equal(ofService[monitor.jobLabel], 'textmill');
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

  test('every file is part of a kustomization, and every path of one is there', () => {
    const named = [...kustomizations].flatMap(([place, { resources = [], components = [], patches = [] }]) =>
      [...resources, ...components, ...patches.flatMap(({ path }) => path ?? [])].map((path) =>
        normalize(join(place, path)),
      ),
    );
    const isUsed = (name: string) => named.includes(name) || named.includes(dirname(name)) || isPatch(name);
    assert.deepEqual(
      files.filter((name) => !isUsed(name)),
      [],
    );
    for (const name of named) assert.ok(files.includes(name) || kustomizations.has(name), name);
    for (const [place, { apiVersion, kind, components = [] }] of kustomizations) {
      const form = place.startsWith('components/') ? 'v1alpha1 Component' : 'v1beta1 Kustomization';
      assert.equal(`${apiVersion} ${kind}`, `kustomize.config.k8s.io/${form}`, place);
      // A component is no resource.
      for (const path of components) assert.match(normalize(join(place, path)), /^components\//);
    }
  });

  test('kubectl builds the base and the overlay, with the settings of both', {
    skip: unlessInstalled('kubectl'),
  }, async () => {
    const build = async (name: string) => {
      const { status, stdout, stderr } = await runProgram('kubectl', ['kustomize', join(folder, name)]);
      assert.equal(status, 0, stderr);
      return parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject);
    };
    const [base, overlay] = await Promise.all([build('base'), build('overlays/production')]);
    const kindsOf = (built: readonly KubernetesObject[]) => built.map(({ kind }) => kind).toSorted();
    assert.deepEqual(kindsOf(overlay), kindsOf(objects));
    const optional = ['Ingress', 'NetworkPolicy', 'ServiceMonitor'];
    assert.deepEqual(
      kindsOf(base),
      kindsOf(objects).filter((kind) => !optional.includes(kind)),
    );
    const built = overlay.find(({ kind }) => kind === 'Deployment') as Deployment | undefined;
    const names = built?.spec?.template.spec?.containers[0]?.env?.map(({ name }) => name) ?? [];
    assert.deepEqual(names.toSorted(), [...(container.env ?? []).map(({ name }) => name), 'PUBLIC_URL'].toSorted());
  });

  test('the overlay changes what is there, and TRUSTED_PROXIES ships empty', () => {
    const { images = [], patches = [] } = kustomizations.get('overlays/production') ?? {};
    assert.deepEqual(
      images.map(({ name }) => name),
      [container.image?.replace(/:\w+$/, '')],
    );
    const [, ofHost] = patches;
    assert.deepEqual(ofHost?.target, { kind: 'Ingress', name: objectOf<Ingress>('Ingress').metadata?.name });
    const hosts = parse(ofHost?.patch ?? '') as { readonly path: string; readonly value: string }[];
    const valueAt = (path: string) =>
      path
        .split('/')
        .slice(1)
        .reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], { spec: ingress });
    for (const { path } of hosts) assert.equal(valueAt(path), ingress?.rules?.[0]?.host, path);

    const settings = parse(read('overlays/production/settings.yaml')) as Deployment;
    const { metadata } = objectOf<Deployment>('Deployment');
    assert.deepEqual(settings.metadata, { name: metadata?.name });
    const [patched] = settings.spec?.template.spec?.containers ?? [];
    assert.equal(patched?.name, container.name);
    const environment = Object.fromEntries((patched?.env ?? []).map(({ name, value = '' }) => [name, value]));
    for (const name of Object.keys(environment))
      assert.ok(
        settingFacts.some((facts) => facts.name === name),
        name,
      );
    const { trustedProxies, publicUrl } = readConfig(environment);
    assert.deepEqual([trustedProxies, publicUrl], [[], `https://${hosts[0]?.value}`]);
  });

  test('the Ingress sends exactly the public paths to the Service, over TLS', () => {
    const [rule, ...otherRules] = ingress?.rules ?? [];
    assert.deepEqual([otherRules, ingress?.tls?.map(({ hosts }) => hosts)], [[], [[rule?.host]]]);
    const paths = rule?.http?.paths ?? [];
    const { metadata } = objectOf<Service>('Service');
    for (const { backend } of paths) {
      assert.deepEqual(backend.service, { name: metadata?.name, port: { name: service.ports?.[0]?.name } });
    }
    const haproxy = readFileSync(join(project, 'gateway/deploy/haproxy.cfg'), 'utf8');
    const listed = (matcher: string) =>
      [...haproxy.matchAll(new RegExp(`^  acl public ${matcher} (.*)$`, 'gm'))].flatMap(([, list = '']) =>
        list.split(' '),
      );
    const begins = listed('path_beg').map((path) => path.replace(/\/$/, ''));
    const ofType = (type: string) => paths.filter(({ pathType }) => pathType === type).map(({ path }) => path);
    assert.deepEqual(ofType('Prefix').toSorted(), begins.toSorted());
    assert.deepEqual(
      ofType('Exact').toSorted(),
      listed('path')
        .filter((path) => !begins.includes(path))
        .toSorted(),
    );
    assert.equal(paths.length, ofType('Prefix').length + ofType('Exact').length);
  });

  test('the NetworkPolicy lets the port be reached from two namespaces, and names, PostgreSQL and webhooks from the pods', () => {
    const { policyTypes, ingress: incoming = [], egress = [] } = networkPolicy ?? {};
    assert.deepEqual(policyTypes, ['Ingress', 'Egress']);
    const [rule, ...others] = incoming;
    assert.deepEqual([others, rule?.ports], [[], [{ port: container.ports?.[0]?.name }]]);
    assert.equal(rule?.from?.length, 2);
    for (const peer of rule?.from ?? []) assert.deepEqual(Object.keys(peer), ['namespaceSelector']);
    const [, databaseUrl = ''] = /^# {8}DATABASE_URL=(.*)$/m.exec(text) ?? [];
    assert.deepEqual(
      egress.flatMap(({ ports = [] }) => ports.map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`)),
      ['53/UDP', '53/TCP', `${new URL(databaseUrl).port}/TCP`, '443/TCP'],
    );
  });

  test('the ServiceMonitor reads the metrics with the token in the Secret', () => {
    const [endpoint, ...others] = objectOf<ServiceMonitor>('ServiceMonitor').spec.endpoints;
    assert.equal(others.length, 0);
    assert.equal(endpoint?.port, service.ports?.[0]?.name);
    assert.ok(endpoints.some(({ path }) => path === endpoint?.path));
    const reference = container.env?.find(({ name }) => name === 'ADMIN_TOKEN')?.valueFrom?.secretKeyRef;
    assert.deepEqual(endpoint?.authorization.credentials, reference);
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
    const inVolume = join(volume, dataDir.slice('/data/'.length));
    prepareDataFolder(inVolume);
    assert.ok(existsSync(inVolume));
  });
});
