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
  ['one that has only a wallet beside it', { removed: young, before: [wallet] }, true],
  [
    'one that is younger than seven days and came after another account',
    { removed: young, before: [google] },
    false,
  ],
  ['one that replaced a recently removed address', { removed: young, earlier: [old] }, false],
  ['an old one beside an older one', { removed: kept('email', 20), before: [google] }, true],
  ['a removal by a back end', { removed: old, by: { session: null } }, false],
  [
    'a removal that another, old account confirmed',
    { removed: old, before: [google], confirmedBy: google },
    false,
  ],
  [
    'a removal that another, new account confirmed',
    { removed: old, before: [kept('phone', 2)], confirmedBy: kept('phone', 2) },
    true,
  ],
  [
    'a removal that an account of exactly seven days confirmed',
    { removed: old, before: [kept('phone', 7)], confirmedBy: kept('phone', 7) },
    true,
  ],
  [
    'a removal that the removed address itself confirmed',
    { removed: old, before: [old], confirmedBy: old },
    true,
  ],
  ['a removal that an old factor confirmed', { removed: old, factorsSinceMs: nowMs - 8 * dayMs }, false],
  ['a removal that a new factor confirmed', { removed: old, factorsSinceMs: nowMs - 7 * dayMs }, true],
  [
    'a removal confirmed by an account that the user does not have',
    { removed: old, confirmedBy: google },
    true,
  ],
])('isUndoable judges %s (row %#)', (_, change, expected) => {
  expect(isUndoable({ by: bySession, ...none, nowMs, ...change })).toBe(expected);
  expect(limits.removedAddressMs).toBe(7 * dayMs);
});

test.each([
  ['email', 'ada@example.com', 'a•••@example.com'],
  ['email', '@', '•••@'],
  ['phone', '+12015550123', '+1•••••••23'],
] as const)('hide masks the middle of an address: %s %s', (type, subject, hidden) => {
  expect(hide(type, subject)).toBe(hidden);
});
