import { limits } from '@latchkey/wire';
import { expect, test } from 'vitest';
import type { ChangeAuthor, KeptAccount } from '../../users/index.ts';
import { hide } from './hide.ts';
import { isUndoable } from './isUndoable.ts';

const dayMs = 24 * 60 * 60_000;
const nowMs = 100 * dayMs;
const kept = (type: KeptAccount['type'], days: number, details = {}): KeptAccount => ({
  type,
  subject: `${type}-${days}`,
  details,
  firstVerifiedAtMs: nowMs - days * dayMs,
});
const session = {
  appId: 'a',
  userId: 'u',
  sessionId: 's',
  authTimeMs: nowMs,
  startedAtMs: nowMs,
  hasFactor: false,
  isHalfIn: false,
};
const bySession: Pick<ChangeAuthor, 'session'> = { session };
const none = {
  before: [] as KeptAccount[],
  confirmedBy: null,
  earlier: [] as KeptAccount[],
  factorsSinceMs: null,
};

const old = kept('email', 30);
const young = kept('email', 3);
const google = kept('google_oauth', 30);
const wallet = kept('wallet', 30, { wallet_client_type: 'privy' });

test.each([
  ['an address that was held for a month', { removed: old }, true],
  ['one that is as old as the user', { removed: young }, true],
  ['one that is as old as its wallet alone', { removed: young, before: [wallet] }, true],
  [
    'one that is younger than seven days and came after another account',
    { removed: young, before: [google] },
    false,
  ],
  ['one that took the place of an address removed lately', { removed: young, earlier: [old] }, false],
  ['an old one beside an older one', { removed: kept('email', 20), before: [google] }, true],
  ['what a back end removed', { removed: old, by: { session: null } }, false],
  [
    'what another account held for long confirmed',
    { removed: old, before: [google], confirmedBy: google },
    false,
  ],
  [
    'what another account confirmed that is new itself',
    { removed: old, before: [kept('phone', 2)], confirmedBy: kept('phone', 2) },
    true,
  ],
  [
    'what one confirmed that is seven days old to the millisecond',
    { removed: old, before: [kept('phone', 7)], confirmedBy: kept('phone', 7) },
    true,
  ],
  ['what the removed address itself confirmed', { removed: old, before: [old], confirmedBy: old }, true],
  ['what a factor of long standing confirmed', { removed: old, factorsSinceMs: nowMs - 8 * dayMs }, false],
  ['what a factor confirmed that is new itself', { removed: old, factorsSinceMs: nowMs - 7 * dayMs }, true],
  ['what an account confirmed that the user does not have', { removed: old, confirmedBy: google }, true],
])('%s: %#', (_, change, expected) => {
  expect(isUndoable({ by: bySession, ...none, nowMs, ...change })).toBe(expected);
  expect(limits.removedAddressMs).toBe(7 * dayMs);
});

test.each([
  ['email', 'ada@example.com', 'a•••@example.com'],
  ['email', '@', '•••@'],
  ['phone', '+12015550123', '+1•••••••23'],
] as const)('hides an address but for its ends: %s %s', (type, subject, hidden) => {
  expect(hide(type, subject)).toBe(hidden);
});
