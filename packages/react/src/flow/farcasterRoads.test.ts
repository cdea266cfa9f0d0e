import type { User } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { farcasterAt, linkingFarcaster } from './farcasterRoads.testkit.ts';
import { calm } from './recoveryRoads.testkit.ts';
import { firstEntry, follow } from './roads.ts';
import type { Departure } from './state.ts';

describe('the road from a Farcaster login', () => {
  const payload = {
    user: { id: 'did:privy:test' } as User,
    isNewUser: true,
    loginMethod: 'farcaster',
  } as const;
  const departure: Departure = { screen: 'AWAITING_FARCASTER_CONNECTION', exit: 'verified', payload };
  const place = { entry: farcasterAt('login'), request: { intent: 'login', input: undefined } } as const;

  it.each([
    ['AFFIRMATIVE_CONSENT_SCREEN', { ...calm, termsDue: true, walletDue: true }],
    ['EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', { ...calm, walletDue: true }],
  ] as const)('[TERMS-06] leads to %s 1.4 s after success', (screen, facts) => {
    expect(follow(departure, facts, place)).toMatchObject({ to: { name: screen }, afterMs: 1400 });
  });

  it('[TERMS-06] closes 1.4 s after success where nothing is due', () => {
    expect(follow(departure, calm, place)).toEqual({ close: 'finished', afterMs: 1400, result: payload });
  });

  it('begins a link at the same screen', () => {
    expect(firstEntry(linkingFarcaster, calm)).toEqual(farcasterAt('link'));
  });
});
