import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { adminToken, startTestGateway } from '../../support/gateway.js';
import { assertAsksForWhatIsShown, metricNames, shownMetrics } from '../../support/promql.js';
import { promtool, withoutPromtool } from '../../support/promtool.js';

const path = (name: string) => fileURLToPath(new URL(`../../../gateway/deploy/${name}`, import.meta.url));

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

const { groups } = parse(readFileSync(path('alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('promtool accepts the rules', { skip: withoutPromtool }, () => {
  assert.equal(promtool(['check', 'rules', path('alerts.yml')]), '');
});

test('each alert fires for the faulty instance and not for the healthy one', {
  skip: withoutPromtool,
}, () => {
  assert.equal(promtool(['test', 'rules', path('alerts.test.yml')]), '');
});

test('every alert fires in at least one test', () => {
  const { tests } = parse(readFileSync(path('alerts.test.yml'), 'utf8')) as { tests: RuleTest[] };
  const firing = tests
    .flatMap(({ alert_rule_test }) => alert_rule_test)
    .filter(({ exp_alerts }) => exp_alerts.length > 0);
  assert.deepEqual(
    firing.map(({ alertname }) => alertname),
    rules.map(({ alert }) => alert),
  );
});

test('every alert has a severity, a summary, and instructions', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity ?? '', /^(?:warning|critical)$/, alert);
    assert.match(annotations.summary ?? '', /\{\{ \$labels\.instance \}\}/, alert);
    assert.ok((annotations.description ?? '').length > 80, alert);
  }
});

test('the rules use only metrics, labels and values that a gateway has', async () => {
  // The alerts of backups need some.
  const service = await startTestGateway({ after }, { settings: { BACKUP_EVERY: '30d' } });
  const response = await fetch(`${service.url}/metrics`, { headers: { 'x-admin-token': adminToken } });
  const shown = shownMetrics(await response.text());
  for (const { expr, alert } of rules) {
    // Prometheus itself provides the metric `up`.
    assert.ok(metricNames(expr).length > 0 || /\bup\{/.test(expr), alert);
    assertAsksForWhatIsShown(expr, shown);
  }
});
