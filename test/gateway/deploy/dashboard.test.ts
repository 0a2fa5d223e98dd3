import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { adminToken, startTestGateway } from '../../support/gateway.js';
import { assertAsksForWhatIsShown, metricNames, shownMetrics } from '../../support/promql.js';
import { promtool, withoutPromtool } from '../../support/promtool.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly id?: number;
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: unknown }[];
  };
  readonly panels: readonly Panel[];
}

const file = new URL('../../../gateway/deploy/grafana-dashboard.json', import.meta.url);
const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
const graphs = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const variables = dashboard.templating.list.map(({ name }) => name);

/** Replaces the variables of an expression as Grafana does. */
const filledIn = (expression: string) => expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.+');

test('can be imported into Grafana: a current schema version, and no id of another Grafana', () => {
  assert.equal(dashboard.id, undefined);
  assert.ok(dashboard.uid.length > 0 && dashboard.uid.length <= 40);
  // From version 36 on, panels name their data source as an object.
  assert.ok(Number.isInteger(dashboard.schemaVersion) && dashboard.schemaVersion >= 36);
  assert.deepEqual(dashboard.templating.list.find(({ name }) => name === 'datasource')?.query, 'prometheus');
});

test('every panel has a unique id, and its own place on the grid of 24 columns', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const taken = new Map<string, string>();
  for (const { title, gridPos } of dashboard.panels) {
    const { x, y, w, h } = gridPos;
    assert.ok(x >= 0 && w > 0 && x + w <= 24 && y >= 0 && h > 0, title);
    for (let column = x; column < x + w; column++) {
      for (let line = y; line < y + h; line++) {
        const before = taken.get(`${column} ${line}`);
        assert.equal(before, undefined, `${title} overlaps ${before}`);
        taken.set(`${column} ${line}`, title);
      }
    }
  }
});

test('every graph has a title and a description, and uses the data source of the variable', () => {
  assert.ok(graphs.length > 15);
  for (const { type, title, description = '', datasource, targets = [] } of graphs) {
    assert.match(type, /^(?:stat|timeseries)$/);
    assert.ok(title.length > 0 && description.length > 10, title);
    assert.equal(datasource?.type, 'prometheus', title);
    assert.match(datasource.uid, /^\$\{datasource\}$/, title);
    assert.ok(targets.length > 0, title);
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
    for (const { expr, legendFormat } of targets) {
      assert.ok(expr.length > 0 && legendFormat.length > 0, title);
      for (const [, name = ''] of expr.matchAll(/\$(\w+)/g)) {
        assert.ok(name === '__rate_interval' || variables.includes(name), `${title}: $${name}`);
      }
    }
  }
});

test('promtool accepts its expressions', { skip: withoutPromtool }, (t) => {
  const rules = join(temporaryFolder(t), 'rules.yml');
  const records = expressions.map((expr, index) => ({ record: `panel_${index}`, expr: filledIn(expr) }));
  writeFileSync(rules, JSON.stringify({ groups: [{ name: 'panels', rules: records }] }));
  assert.equal(promtool(['check', 'rules', rules]), '');
});

test('its expressions use only metrics, labels and values that a gateway has', async () => {
  const service = await startTestGateway({ after });
  const response = await fetch(`${service.url}/metrics`, { headers: { 'x-admin-token': adminToken } });
  const shown = shownMetrics(await response.text());
  for (const expression of expressions) {
    assert.ok(metricNames(expression).length > 0, expression);
    assertAsksForWhatIsShown(expression, shown);
  }
});
