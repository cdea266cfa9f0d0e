import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { metricTable } from '../../packages/server/src/metrics/table.ts';
import { root } from '../build/contentHash.ts';

// The dashboard and the alert rules name only metrics and labels that the service has.

const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const dashboard = JSON.parse(read('deploy/observability/grafana-dashboard.json')) as {
  panels: Panel[];
  templating: { list: { query: string }[] };
};
const alerts = [
  ...read('deploy/observability/alerts.yml').matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm),
].map(([, name = '', expression = '']) => ({ name, expression }));
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const asked = dashboard.templating.list.map(({ query }) => query);

/** Labels that Prometheus, or a service with workers, adds to every series. */
const added = ['instance', 'job', 'worker'];

function mentionsIn(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b(latchkey_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', braces = '']) => ({
    name,
    labels: [...braces.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
  }));
}

/** Returns the metric of a series, or null if there is none. A histogram has three series, each with a suffix. */
function metricOf(series: string): keyof typeof metricTable | null {
  const name = series.replace(/_(?:bucket|sum|count)$/, '');
  for (const metric of [series, name] as (keyof typeof metricTable)[]) {
    const type = Object.hasOwn(metricTable, metric) ? metricTable[metric].type : null;
    if (type !== null && (type === 'histogram') === (metric !== series)) return metric;
  }
  return null;
}

/** Describes each unknown metric in an expression, and each label that its metric does not have. */
function problemsIn(expression: string): string[] {
  const mentions = mentionsIn(expression);
  const problems = mentions.flatMap(({ name, labels }) => {
    const metric = metricOf(name);
    if (metric === null) return [`${name} is no metric of the service`];
    const known: string[] = [...metricTable[metric].labels, ...added];
    return labels.filter((label) => !known.includes(label)).map((label) => `${name} has no label ${label}`);
  });
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(/,\s*/),
  );
  const known = mentions.flatMap(({ name }) => {
    const metric = metricOf(name);
    return metric === null ? [] : [...metricTable[metric].labels, ...(metric === name ? [] : ['le'])];
  });
  const unknown = grouped.filter((label) => ![...known, ...added].includes(label));
  return [...problems, ...unknown.map((label) => `no metric of the expression has the label ${label}`)];
}

test('the check of an expression finds an unknown metric, a label that a metric lacks, and a histogram without its suffix', () => {
  expect(problemsIn('rate(latchkey_logins_total{method="email"}[5m])')).toEqual([]);
  expect(problemsIn('rate(latchkey_login_total[5m])')).toEqual([
    'latchkey_login_total is no metric of the service',
  ]);
  expect(problemsIn('latchkey_logins_total{route="a"}')).toEqual([
    'latchkey_logins_total has no label route',
  ]);
  expect(problemsIn('latchkey_http_request_duration_seconds')).toHaveLength(1);
  expect(problemsIn('sum by (app) (latchkey_logins_total)')).toHaveLength(1);
});

test('dashboard and alert rules name only metrics and labels of the service', () => {
  const expressions = [...shown, ...asked, ...alerts.map(({ expression }) => expression)];
  expect(expressions.length).toBeGreaterThan(30);
  expect(expressions.flatMap(problemsIn)).toEqual([]);
});

test('the dashboard shows every metric of the service', () => {
  const names = new Set(shown.flatMap(mentionsIn).map(({ name }) => metricOf(name)));
  expect(Object.keys(metricTable).filter((name) => !names.has(name as keyof typeof metricTable))).toEqual([]);
});

test('the guide lists the alert rules with their expressions', () => {
  const rows = [...read('docs/guide/observability.md').matchAll(/^\| `(Latchkey\w+)` \| .* \| `(.+)` \|$/gm)];
  const listed = rows.map(([, name = '', expression = '']) => ({
    name,
    expression: expression.replaceAll('\\|', '|'),
  }));
  expect(alerts.length).toBeGreaterThan(10);
  expect(listed).toEqual(alerts);
});
