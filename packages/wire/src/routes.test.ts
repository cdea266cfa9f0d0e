import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkedRoutes, errorTable, pathOf } from './index.ts';

/** The contract at a glance. A change of it shows in review: run with `UPDATE_ROUTES=1` to write it anew. */
const snapshotFile = new URL('../routes.snapshot.md', import.meta.url);

function table(): string {
  const rows = checkedRoutes.map(({ route }) =>
    [route.method, route.path, route.name, route.auth, route.retry, route.codes.join(' ') || '–'].join(' | '),
  );
  return [
    '# Routes',
    '',
    'Printed from the wire; every route may answer `commonCodes` besides.',
    '',
    'verb | path | name | auth | retry | codes',
    '--- | --- | --- | --- | --- | ---',
    ...rows,
    '',
  ].join('\n');
}

describe('routes', () => {
  it('are those of the committed table', () => {
    if (process.env.UPDATE_ROUTES) writeFileSync(snapshotFile, table());
    expect(table()).toBe(readFileSync(snapshotFile, 'utf8'));
  });

  it('have one name and one verb and path each', () => {
    const names = checkedRoutes.map(({ route }) => route.name);
    const places = checkedRoutes.map(({ route }) => `${route.method} ${route.path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(places).size).toBe(places.length);
  });

  it('list only codes that a server may answer', () => {
    for (const { route } of checkedRoutes) {
      for (const code of route.codes) expect(errorTable[code].status, `${route.name} ${code}`).not.toBeNull();
    }
  });

  it('mark nothing safe to repeat that logs in', () => {
    const repeated = checkedRoutes
      .filter(({ route }) => route.retry === 'safe')
      .map(({ route }) => route.name);
    expect(repeated.filter((name) => /authenticate|link|logout/.test(name))).toEqual([]);
  });

  it('fill their parameters encoded', () => {
    expect(pathOf('/api/v1/apps/{id}', { id: 'a/b?c' })).toBe('/api/v1/apps/a%2Fb%3Fc');
  });
});
