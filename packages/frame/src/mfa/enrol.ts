import type { FrameReplies, FrameRequests, MfaMethod } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { factorRecords, isFactorMethod } from './factors/list.ts';
import { signFactor } from './signFactor.ts';

/**
 * Starts to enrol a second factor. Nothing starts for a passkey, which is already a linked account.
 *
 * @throws Refusal `invalid_request_arguments` if a required field is missing or the method is unknown, or with the
 *   service's code
 */
export async function startEnrolment(
  frame: Frame,
  session: Session,
  given: Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>,
): Promise<FrameReplies['privy:mfa:init-enrollment']> {
  const { method } = given;
  return { method, ...(await getRecord('init-enrollment', method).start?.(frame, session, given)) };
}

/**
 * Enrols a second factor. An attacker who has logged in as the user could enrol their own factor and lock the owner
 * out. If the user has a wallet, the first one, which the service names, must therefore sign the first factor.
 *
 * @throws Refusal `invalid_request_arguments` if a field is missing or the method is unknown (FRAME-07),
 *   `invalid_enrollment_code` for a wrong code, `wallet_not_on_device` if this browser does not hold that wallet,
 *   `not_found` if this frame did not start the enrolment that the wallet must sign, or with another code of the
 *   service
 */
export async function submitEnrolment(
  frame: Frame,
  session: Session,
  given: FrameRequests['privy:mfa:submit-enrollment'],
): Promise<void> {
  const { method } = given;
  const { name, send } = getRecord('submit-enrollment', method).enrol(frame, session, given);
  try {
    await send();
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'wallet_signature_required') throw error;
    const wallet = error.details.entropyId ?? refuseLeft();
    await send(await signFactor(frame, session, wallet, { method, name: name ?? refuseLeft() }));
  }
  noteChange(frame, session);
}

/**
 * Removes a method's factor.
 *
 * @throws Refusal `invalid_request_arguments` if the method is unknown or has no `remove`, or with the service's code
 */
export async function removeFactor(frame: Frame, session: Session, method: MfaMethod): Promise<void> {
  const { remove = refuseMethod('unenroll') } = getRecord('unenroll', method);
  await remove(frame, session);
  noteChange(frame, session);
}

/** Asks the service again about the token: its answer says how long the wallet stays unlocked now. */
function noteChange({ sessions }: Frame, session: Session): void {
  sessions.forget();
  sessions.confirm(session).catch(() => undefined);
}

const getRecord = (act: string, method: string) =>
  isFactorMethod(method) ? factorRecords[method] : refuseMethod(act);

const refuseMethod = (act: string): never =>
  refuse('invalid_request_arguments', `privy:mfa:${act}: the field method is missing or not valid`);

function refuseLeft(): never {
  return refuse('error', 'This enrolment has ended. Begin it again.', 'not_found');
}
