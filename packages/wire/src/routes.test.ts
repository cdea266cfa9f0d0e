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

  it('[HTTP-04] mark safe to repeat what a client reads, a refresh and what begins something, and no login, link or change', () => {
    const repeated = checkedRoutes
      .map(({ route }) => route)
      .filter(({ auth, method, retry }) => {
        const isClients = auth === 'none' || auth === 'optional' || auth === 'user' || auth === 'refresh';
        return isClients && retry === 'safe' && method !== 'GET';
      });
    expect(repeated.map(({ name }) => name).sort()).toEqual([
      'captcha.challenge',
      'cloud.getICloudConfig',
      'cloud.start',
      'cloud.startICloud',
      'crossApp.endOwn',
      'crossApp.open',
      'email.sendCode',
      'farcaster.init',
      'farcaster.initMiniApp',
      'farcaster.signerStatus',
      'frame.context',
      'oauth.start',
      'passkey.startLink',
      'passkey.startLogin',
      'passkey.startSignUp',
      'recovery.getKeyMaterial',
      'sessions.refresh',
      'sms.sendCode',
      'undo.sendCode',
      'wallet.init',
      'wallet.initSolana',
    ]);
  });

  it('fill their parameters encoded', () => {
    expect(pathOf('/api/v1/apps/{id}', { id: 'a/b?c' })).toBe('/api/v1/apps/a%2Fb%3Fc');
  });
});
