import type { FrameReplies, FrameRequests, MfaMethod } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { factorRecords } from './factors/list.ts';
import { signFactor } from './signFactor.ts';

/**
 * Begins to enrol a second factor. A passkey is a linked account already: nothing begins there.
 *
 * @throws Refusal `invalid_request_arguments` if a field is missing that the method needs, or with the service's code
 */
export async function startEnrolment(
  frame: Frame,
  session: Session,
  given: Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>,
): Promise<FrameReplies['privy:mfa:init-enrollment']> {
  const { method } = given;
  return { method, ...(await factorRecords[method].start?.(frame, session, given)) };
}

/**
 * Enrols a second factor. A first one of a user who has a wallet is signed for by that wallet, of which the service says which
 * it is. Threat: a thief who has logged in enrols a factor of their own and shuts the owner out of the wallet.
 *
 * @throws Refusal `invalid_request_arguments` for a message that is not complete (FRAME-07), `invalid_enrollment_code` for a
 *   wrong code, `wallet_not_on_device` if this browser does not hold the wallet that has to sign, or with the service's code
 */
export async function submitEnrolment(
  frame: Frame,
  session: Session,
  given: FrameRequests['privy:mfa:submit-enrollment'],
): Promise<void> {
  const { method } = given;
  const { name, send } = factorRecords[method].enrol(frame, session, given);
  try {
    await send();
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'wallet_signature_required') throw error;
    const wallet = error.details.entropyId ?? refuseLeft();
    await send(await signFactor(frame, session, wallet, { method, name: name ?? refuseLeft() }));
  }
  noteChange(frame, session);
}

/** Removes the factor of a method. @throws Refusal with the service's code */
export async function removeFactor(frame: Frame, session: Session, method: MfaMethod): Promise<void> {
  await factorRecords[method].remove?.(frame, session);
  noteChange(frame, session);
}

/** Asks the service for how long the wallet stays open now. */
function noteChange({ sessions }: Frame, session: Session): void {
  sessions.forget();
  sessions.confirm(session).catch(() => undefined);
}

function refuseLeft(): never {
  return refuse('error', 'This enrolment has ended. Begin it again.', 'not_found');
}
