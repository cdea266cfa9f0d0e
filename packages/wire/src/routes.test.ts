import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkedRoutes, errorTable, pathOf } from './index.ts';

/** Snapshot in which reviewers see a change of the routes. `UPDATE_ROUTES=1` writes it anew. */
const snapshotFile = new URL('../routes.snapshot.md', import.meta.url);

function table(): string {
  const rows = checkedRoutes.map(({ route }) =>
    [
      ...[route.method, route.path, route.name, route.role ? `${route.auth}: ${route.role}` : route.auth],
      ...[route.retry, route.codes.join(' ') || '–'],
    ].join(' | '),
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
  it('the routes match the committed table', () => {
    if (process.env.UPDATE_ROUTES) writeFileSync(snapshotFile, table());
    expect(table()).toBe(readFileSync(snapshotFile, 'utf8'));
  });

  it('each route has a unique name, and a unique pair of verb and path', () => {
    const names = checkedRoutes.map(({ route }) => route.name);
    const places = checkedRoutes.map(({ route }) => `${route.method} ${route.path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(places).size).toBe(places.length);
  });

  it('only routes of the operator name a least role, and those that can refuse a role list insufficient_role', () => {
    for (const { route } of checkedRoutes) {
      const { auth, codes, name, path, role } = route;
      expect(role !== undefined, name).toBe(auth === 'operator');
      expect(path.startsWith('/api/v1/admin/'), name).toBe(auth === 'operator');
      if (auth !== 'operator') continue;
      expect(codes, name).toContain('missing_or_invalid_token');
      const isRefused = role !== 'viewer' || name === 'operatorTokens.revoke';
      expect(codes.includes('insufficient_role'), name).toBe(isRefused);
    }
  });

  it('routes list only codes that a server may answer', () => {
    for (const { route } of checkedRoutes) {
      for (const code of route.codes) expect(errorTable[code].status, `${route.name} ${code}`).not.toBeNull();
    }
  });

  it('[HTTP-04] clients may repeat only reads and the listed calls, none of which completes a login or links an account', () => {
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

  it('pathOf() encodes the parameters of a path', () => {
    expect(pathOf('/api/v1/apps/{id}', { id: 'a/b?c' })).toBe('/api/v1/apps/a%2Fb%3Fc');
  });
});
