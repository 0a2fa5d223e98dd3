import assert from 'node:assert/strict';

/** The metrics of a gateway: by sample name (`…_bucket` and so on), the values of each label. */
export type ShownMetrics = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Labels that Prometheus adds to everything it scrapes. */
const targetLabels: ReadonlySet<string> = new Set(['job', 'instance']);

/** @param text - in the text format of Prometheus. */
export function shownMetrics(text: string): ShownMetrics {
  const shown = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', set = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const labels = shown.get(name) ?? new Map<string, Set<string>>();
    shown.set(name, labels);
    for (const [, label = '', value = ''] of set.matchAll(/(\w+)="([^"]*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
  }
  return shown;
}

/** The metrics that an expression uses. */
export function metricNames(expression: string): string[] {
  return [...expression.matchAll(/\b(?:textmill|process|nodejs)_\w+/g)].map(([name]) => name);
}

/** Asserts that every metric, label and value in a PromQL expression exists. */
export function assertAsksForWhatIsShown(expression: string, shown: ShownMetrics): void {
  const known = new Set(targetLabels);
  for (const [, name = '', , matchers = ''] of expression.matchAll(
    /\b((?:textmill|process|nodejs)_\w+)(\{([^}]*)\})?/g,
  )) {
    const labels = shown.get(name);
    assert.ok(labels !== undefined, `no metric ${name}: ${expression}`);
    for (const label of labels.keys()) known.add(label);
    for (const [, label = '', value = ''] of matchers.matchAll(/(\w+)(?:=~|!=|!~|=)"([^"]*)"/g)) {
      if (targetLabels.has(label)) continue;
      const values = labels.get(label);
      assert.ok(values !== undefined, `${name} has no label ${label}: ${expression}`);
      if (!/^[\w|-]+$/.test(value)) continue;
      for (const one of value.split('|')) assert.ok(values.has(one), `${name} has no ${label} ${one}: ${expression}`);
    }
  }
  for (const [, list = ''] of expression.matchAll(/\b(?:by|on|group_left) \(([^)]*)\)/g)) {
    for (const label of list.split(',').map((part) => part.trim())) {
      assert.ok(label === '' || known.has(label), `nothing has a label ${label}: ${expression}`);
    }
  }
}
