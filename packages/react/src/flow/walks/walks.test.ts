import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { roads } from '../roads.ts';
import { changeWalks, confirmWalks, linkWalks } from './accountWalks.testkit.ts';
import { bringLateRoads } from './bringLateRoads.testkit.ts';
import { captchaWalks } from './captchaWalks.testkit.ts';
import { connectWalks } from './connectWalks.testkit.ts';
import { crossAppWalks } from './crossAppWalks.testkit.ts';
import { fundingWalks } from './fundingWalks.testkit.ts';
import { guestWalks } from './guestWalks.testkit.ts';
import { codeWalks, factorWalks, methodWalks, refusalWalks } from './loginWalks.testkit.ts';
import { enrollmentWalks, verificationWalks } from './mfaWalks.testkit.ts';
import { sendWalks } from './sendWalks.testkit.ts';
import { stays, type Walks, walked } from './walk.testkit.ts';
import { createWalks, recoveryWalks, signWalks } from './walletWalks.testkit.ts';

beforeAll(bringLateRoads);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const groups: Readonly<Record<string, Walks>> = {
  'a login': { ...codeWalks, ...factorWalks, ...refusalWalks, ...methodWalks },
  'a captcha': captchaWalks,
  'an account': { ...changeWalks, ...linkWalks, ...confirmWalks },
  'another app': crossAppWalks,
  'a guest': guestWalks,
  'a second factor': { ...enrollmentWalks, ...verificationWalks },
  'a transaction': sendWalks,
  'a funding': fundingWalks,
  'a wallet that people bring': connectWalks,
  'a wallet': { ...signWalks, ...createWalks, ...recoveryWalks },
};

describe.each(Object.entries(groups))('%s', (_, walks) => {
  it.each(Object.entries(walks))('%s', async (_title, walk) => {
    await walk();
  });
});

/** Walks everything, whichever tests ran before. */
async function walkAll(): Promise<void> {
  walked.clear();
  stays.clear();
  for (const walks of Object.values(groups)) for (const walk of Object.values(walks)) await walk();
}

describe('the walks', () => {
  it('take every exit of every screen', async () => {
    await walkAll();
    // The landing has its roads under two names: what is walked under the one is so under the other.
    const exits = Object.entries(roads)
      .flatMap(([screen, of]) => Object.keys(of).map((exit) => `${screen} ${exit}`))
      .filter((exit) => !exit.startsWith('CONNECT_OR_CREATE ') || walked.has(exit));
    expect([...walked].sort()).toEqual(exits.sort());
  });

  it('[CONST-03] close 1400 ms after a success, and 2500 ms after a wallet that was created', async () => {
    await walkAll();
    expect(Object.fromEntries([...stays].sort())).toEqual({
      'AWAITING_ACCOUNT_CODE changed': 1400,
      'AWAITING_ACCOUNT_CODE confirmed': 1400,
      'AWAITING_CONNECTION linked': 1400,
      'AWAITING_CONNECTION verified': 1400,
      'AWAITING_CONNECT_ONLY_CONNECTION connected': 1400,
      'AWAITING_FARCASTER_CONNECTION linked': 1400,
      'AWAITING_FARCASTER_CONNECTION verified': 1400,
      'AWAITING_FARCASTER_SIGNER approved': 1400,
      'AWAITING_OAUTH_SCREEN linked': 1400,
      'AWAITING_OAUTH_SCREEN verified': 1400,
      'AWAITING_PASSKEY_SYSTEM_DIALOGUE verified': 1400,
      'AWAITING_PASSWORDLESS_CODE verified': 1400,
      'CROSS_APP_AUTH_SCREEN linked': 1400,
      'CROSS_APP_AUTH_SCREEN verified': 1400,
      'EMBEDDED_WALLET_CREATED_SCREEN done': 2500,
      'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN finished': 1400,
      'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN recovered': 1400,
      'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN done': 1400,
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN sent': 1400,
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN signed': 1400,
      'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN done': 1400,
      'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN signed': 1400,
      'LANDING passkey-used': 1400,
      'LINK_CONFLICT_SCREEN transferred': 1400,
      'LINK_PASSKEY_SCREEN linked': 1400,
      'MFA_VERIFICATION_CODE_SCREEN verified': 1400,
      'TELEGRAM_AUTH_SCREEN linked': 1400,
      'TELEGRAM_AUTH_SCREEN verified': 1400,
    });
  });
});
