import type { FrameEvent } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { removeFactor, startEnrolment, submitEnrolment } from '../mfa/enrol.ts';
import { proveByRecovery } from '../mfa/fallbacks.ts';
import { toEntropyRoot } from '../operations/walletRoot.ts';
import { refuseUnverified } from '../refusal.ts';
import type { Handlers } from './handler.ts';

const done =
  <Payload extends { accessToken: string }>(
    act: (frame: Frame, session: Session, payload: Payload) => Promise<unknown>,
  ) =>
  async (frame: Frame, payload: Payload): Promise<Record<string, never>> => {
    await act(frame, frame.sessions.identify(payload.accessToken), payload);
    return {};
  };

/**
 * Handlers of `privy:mfa:*` (docs/wire/protocol.md §4.3). If a message contains a second factor, the router has
 * already verified it, as for all other events.
 */
export const mfaEvents: Handlers<FrameEvent & `privy:mfa:${string}`> = {
  'privy:mfa:verify': done(async (frame, session, { mfaCode, purpose }) => {
    if (mfaCode !== undefined) return;
    const { unlocked_for } = await frame.api.call('verifyToken', session, {});
    const isEnough = purpose === 'unlock' ? unlocked_for : frame.factors.isFresh(session, purpose);
    if (unlocked_for !== null && !isEnough) refuseUnverified();
  }),
  'privy:mfa:init-enrollment': (frame, payload) =>
    startEnrolment(frame, frame.sessions.identify(payload.accessToken), payload),
  'privy:mfa:submit-enrollment': done(submitEnrolment),
  'privy:mfa:unenroll': done((frame, session, { method }) => removeFactor(frame, session, method)),
  'privy:mfa:backup-codes': (frame, { accessToken }) =>
    frame.api.call('makeBackupCodes', frame.sessions.identify(accessToken), {}),
  'privy:mfa:prove-recovery': done((frame, session, payload) =>
    proveByRecovery(frame, session, toEntropyRoot(payload), payload.recoveryPassword),
  ),
  'privy:mfa:cancel-removal': done((frame, session) => frame.api.call('cancelRemoval', session, {})),
  'privy:mfa:clear': async (frame, { accessToken }) => {
    const { api, factors, passkey, sessions, vault } = frame;
    // Locks the vault before the call, because the service may answer late or not at all.
    vault.lock();
    passkey.clear();
    factors.clear();
    try {
      if (accessToken !== undefined) await api.call('clear', sessions.identify(accessToken), {});
    } catch {
      // The service may not answer, or the session may have ended already, and its verifications with it.
    }
    sessions.forget();
    return {};
  },
};
