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

/** `docs/limits.md`: its table is printed from the code. Run with `UPDATE_DOCS=1` to write it anew. */
const page = new URL('../../docs/limits.md', import.meta.url);

const scopes: Record<Exclude<LimitScope, 'networkInBusyApp'>, string> = {
  network: 'network',
  app: 'app',
  recipient: 'recipient',
  recipientAndNetwork: 'recipient and network',
  recipientWithCaptcha: 'recipient, beyond these by a captcha',
  code: 'code',
  codeAndNetwork: 'code and network',
  session: 'session',
  sessionInProcess: 'session, for each process',
  wrongPassword: 'wallet, wrong passwords',
  wrongFactor: 'session, wrong proofs of a method',
  wrongFactorOfUser: 'user, wrong proofs of a method',
  wrongFactorOfUserKnown: 'user, from a browser that has verified before',
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
      const rest = scope === 'app' && share ? `, beyond it ${spell(share)} for each network` : '';
      return [`${word}: ${spell(limit)}${rest}`];
    });
    return `| \`${facts?.method} ${facts?.path}\` | ${cells.join('<br>') || 'none'} |`;
  });
}

test('[S45] the page of limits shows the table that the service counts by', () => {
  const text = readFileSync(page, 'utf8');
  const table = ['| route | calls |', '|---|---|', ...rows()].join('\n');
  const printed = text.replace(/\| route \|[\s\S]*?\n(?=\n)/, `${table}\n`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, printed);
  expect(printed).toBe(readFileSync(page, 'utf8'));
});

/** What goes wrong before anyone is known, as the page calls it. */
const failures: Record<FailureKind, string> = {
  'admin-key': "wrong key of the operator's API, of `/metrics` too",
  'app-id': 'app id that no app has',
  'app-secret': 'wrong app secret, or one of an app that does not exist',
  'callback-state': 'return from a provider or a consent that no one began, or a second or late one',
  'recovery-token': 'wrong token at a recovery store of its own',
};

test('[S45] the page of limits shows how often what may go wrong', () => {
  const text = readFileSync(page, 'utf8');
  const kinds = Object.entries(failures) as [FailureKind, string][];
  const rows = kinds.map(([kind, words]) => `| ${words} | ${spell(failureLimits[kind])} |`);
  const table = ['| what goes wrong | network |', '|---|---|', ...rows].join('\n');
  const printed = text.replace(/\| what goes wrong \|[\s\S]*?\n(?=\n)/, `${table}\n`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, printed);
  expect(printed).toBe(readFileSync(page, 'utf8'));
});

test('[S45] every route that anyone may call stands in the table, and no other name does', () => {
  const open = checkedRoutes.filter(({ route }) => ['none', 'optional', 'refresh'].includes(route.auth));
  expect(open.map(({ route }) => route.name).filter((name) => !rateLimitsOf(name))).toEqual([]);
  // All but a refresh are held to one network's share.
  const unlimited = open.filter(({ route }) => !rateLimitsOf(route.name)?.network);
  expect(unlimited.map(({ route }) => route.name)).toEqual(['sessions.refresh']);
  const names: readonly string[] = checkedRoutes.map(({ route }) => route.name);
  expect(Object.keys(rateLimits).filter((name) => !names.includes(name))).toEqual([]);
});
