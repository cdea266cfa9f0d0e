import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { FlowFacts } from '../transition.ts';
import { address, beginJourney, error, type Journey, type Journeys, recipient } from './journey.testkit.ts';

const code = 'AWAITING_PASSWORDLESS_CODE';
const keep = 'GUEST_WALLET_SCREEN';
const keyExport = 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN';
const another = new ServiceError('linked_to_another_user');
const withWallet: Partial<FlowFacts> = { isGuestWithWallet: true };

/** Lets a guest log in by code to another user's account, which is refused. */
function toRefusal(facts: Partial<FlowFacts>): Journey {
  const journey = beginJourney({ intent: 'login', input: undefined }, facts);
  journey.leave('LANDING', 'code-sent', { channel: 'email', recipient });
  journey.leave(code, 'failed', { error: another });
  return journey;
}

export const guestJourneys: Journeys = {
  'a guest who would become another user can export the wallet, go back, and stay a guest': async () => {
    const journey = toRefusal(withWallet);
    journey.leave(keep, 'export', { address });
    journey.at(keyExport, { address });
    journey.leave(keyExport, 'back');
    journey.leave(keep, 'export', { address });
    journey.leave(keyExport, 'failed', { error, again: { isWarned: true } });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(keyExport, 'done');
    journey.leave(keep, 'stay');
    await journey.ends({ code: 'linked_to_another_user' });
    expect(journey.logOuts).toBe(0);
  },

  'the host receives linked_to_another_user if a guest closes the export': async () => {
    const journey = toRefusal(withWallet);
    journey.leave(keep, 'export', { address });
    journey.flow.close('escape-key');
    await journey.ends({ code: 'linked_to_another_user' });
    const failed = toRefusal(withWallet);
    failed.leave(keep, 'export', { address });
    failed.leave(keyExport, 'failed', { error });
    failed.flow.close('close-press');
    await failed.ends({ code: 'linked_to_another_user' });
  },

  'a guest with a wallet gets the same screen with Google, Farcaster and an autofilled passkey': () => {
    const asGuest = () => beginJourney({ intent: 'login', input: undefined }, withWallet);
    const social = asGuest();
    social.leave('LANDING', 'social', { provider: 'google' });
    social.leave('AWAITING_OAUTH_SCREEN', 'failed', { error: another });
    social.at(keep);
    const farcaster = asGuest();
    farcaster.leave('LANDING', 'farcaster');
    farcaster.leave('AWAITING_FARCASTER_CONNECTION', 'failed', { error: another });
    farcaster.at(keep);
    const passkey = asGuest();
    passkey.leave('LANDING', 'passkey-failed', { error: another });
    passkey.at(keep);
  },

  'a guest without a wallet gets the error screen if the account belongs to another user': () => {
    toRefusal({}).at('ERROR_SCREEN', { error: another });
  },
};
