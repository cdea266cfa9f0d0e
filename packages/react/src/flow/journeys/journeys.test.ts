import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lateTransitions } from '../lateTransitions.ts';
import { transitionTable } from '../transitions.ts';
import { changeJourneys, confirmJourneys, linkJourneys } from './accountJourneys.testkit.ts';
import { captchaJourneys } from './captchaJourneys.testkit.ts';
import { connectJourneys } from './connectJourneys.testkit.ts';
import { crossAppJourneys } from './crossAppJourneys.testkit.ts';
import { fundingJourneys } from './fundingJourneys.testkit.ts';
import { guestJourneys } from './guestJourneys.testkit.ts';
import { type Journeys, stays, walked } from './journey.testkit.ts';
import { loadLateTransitions } from './loadLateTransitions.testkit.ts';
import { codeJourneys, factorJourneys, methodJourneys, refusalJourneys } from './loginJourneys.testkit.ts';
import { enrollmentJourneys, verificationJourneys } from './mfaJourneys.testkit.ts';
import { sendJourneys } from './sendJourneys.testkit.ts';
import { createJourneys, recoveryJourneys, signJourneys } from './walletJourneys.testkit.ts';

beforeAll(loadLateTransitions);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const groups: Readonly<Record<string, Journeys>> = {
  'a login': { ...codeJourneys, ...factorJourneys, ...refusalJourneys, ...methodJourneys },
  'a captcha': captchaJourneys,
  'an account': { ...changeJourneys, ...linkJourneys, ...confirmJourneys },
  'another app': crossAppJourneys,
  'a guest': guestJourneys,
  'a second factor': { ...enrollmentJourneys, ...verificationJourneys },
  'a transaction': sendJourneys,
  'a funding': fundingJourneys,
  'an external wallet': connectJourneys,
  'a wallet': { ...signJourneys, ...createJourneys, ...recoveryJourneys },
};

describe.each(Object.entries(groups))('%s', (_, journeys) => {
  it.each(Object.entries(journeys))('%s', async (_title, journey) => {
    await journey();
  });
});

async function runAll(): Promise<void> {
  walked.clear();
  stays.clear();
  for (const journeys of Object.values(groups))
    for (const journey of Object.values(journeys)) await journey();
}

describe('the journeys', () => {
  it('the journeys take every exit of every screen', async () => {
    await runAll();
    // Both names of the landing screen have the same transitions, so no journey needs to take an exit under the name
    // CONNECT_OR_CREATE, too.
    const exits = Object.entries({ ...transitionTable.transitions, ...lateTransitions })
      .flatMap(([screen, of]) => Object.keys(of).map((exit) => `${screen} ${exit}`))
      .filter((exit) => !exit.startsWith('CONNECT_OR_CREATE ') || walked.has(exit));
    expect([...walked].sort()).toEqual(exits.sort());
  });

  it('[CONST-03] the modal closes 1400 ms after a success, and 2500 ms after a wallet was created', async () => {
    await runAll();
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
