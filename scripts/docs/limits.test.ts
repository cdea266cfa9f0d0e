import { readFileSync, writeFileSync } from 'node:fs';
import {
  checkedRoutes,
  type FailureKind,
  failureLimits,
  type LimitScope,
  type RateLimit,
  type RouteName,
  rateLimits,
  rateLimitsOf,
} from '@latchkey/wire';
import { expect, test } from 'vitest';

/** `docs/limits.md`, whose table is printed from the code. Run with `UPDATE_DOCS=1` to update it. */
const page = new URL('../../docs/limits.md', import.meta.url);

const scopes: Record<Exclude<LimitScope, 'networkInBusyApp'>, string> = {
  network: 'network',
  app: 'app',
  recipient: 'recipient',
  recipientAndNetwork: 'recipient and network',
  recipientWithCaptcha: 'recipient, more with a captcha',
  code: 'code',
  codeAndNetwork: 'code and network',
  session: 'session',
  sessionInProcess: 'session, per process',
  wrongPassword: 'wallet, wrong passwords',
  wrongFactor: 'session, wrong proofs of a method',
  wrongFactorOfUser: 'user, wrong proofs of a method',
  wrongFactorOfUserKnown: 'user, in a browser that has verified before',
};

function spell({ calls, perMs }: RateLimit): string {
  const count = calls.toLocaleString('en-GB');
  if (perMs === 60_000) return `${count} a minute`;
  if (perMs === 24 * 60 * 60_000) return `${count} a day`;
  return `${count} in ${perMs % 60_000 === 0 ? `${perMs / 60_000} minutes` : `${perMs / 1000} s`}`;
}

function rows(): string[] {
  return (Object.keys(rateLimits) as RouteName[]).map((name) => {
    const facts = checkedRoutes.find((checked) => checked.route.name === name)?.route;
    const limits = rateLimitsOf(name) ?? {};
    const cells = Object.entries(scopes).flatMap(([scope, word]) => {
      const limit = limits[scope as LimitScope];
      if (!limit) return [];
      const share = limits.networkInBusyApp;
      const rest = scope === 'app' && share ? `, then ${spell(share)} per network` : '';
      return [`${word}: ${spell(limit)}${rest}`];
    });
    return `| \`${facts?.method} ${facts?.path}\` | ${cells.join('<br>') || 'none'} |`;
  });
}

test('[S45] the page of limits shows the rate limits of the code for each route', () => {
  const text = readFileSync(page, 'utf8');
  const table = ['| route | calls |', '|---|---|', ...rows()].join('\n');
  const printed = text.replace(/\| route \|[\s\S]*?\n(?=\n)/, `${table}\n`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, printed);
  expect(printed).toBe(readFileSync(page, 'utf8'));
});

/** Descriptions of failures before the caller is known, by kind. */
const failures: Record<FailureKind, string> = {
  'admin-key': 'wrong key or token of the operator, also at `/metrics`',
  'app-id': 'unknown app id',
  'app-secret': 'wrong app secret, or an app that does not exist',
  'recovery-token': 'wrong token at a recovery store in a separate process',
};

test('[S45] the page of limits shows the limit of the code for each kind of failure', () => {
  const text = readFileSync(page, 'utf8');
  const kinds = Object.entries(failures) as [FailureKind, string][];
  const rows = kinds.map(([kind, words]) => `| ${words} | ${spell(failureLimits[kind])} |`);
  const table = ['| failure | network |', '|---|---|', ...rows].join('\n');
  const printed = text.replace(/\| failure \|[\s\S]*?\n(?=\n)/, `${table}\n`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, printed);
  expect(printed).toBe(readFileSync(page, 'utf8'));
});

test('[S45] every route that anyone may call has a limit, by network unless it is the refresh, and the table of limits has no unknown route', () => {
  const open = checkedRoutes.filter(({ route }) => ['none', 'optional', 'refresh'].includes(route.auth));
  expect(open.map(({ route }) => route.name).filter((name) => !rateLimitsOf(name))).toEqual([]);
  const unlimited = open.filter(({ route }) => !rateLimitsOf(route.name)?.network);
  expect(unlimited.map(({ route }) => route.name)).toEqual(['sessions.refresh']);
  const names: readonly string[] = checkedRoutes.map(({ route }) => route.name);
  expect(Object.keys(rateLimits).filter((name) => !names.includes(name))).toEqual([]);
});
