import type { Change, FrameReplies, FrameRequests, MfaMethod } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { connectLocked } from '../operations/connect.ts';
import { signUnlockedChange } from '../operations/ownership.ts';
import { isRefusal, refuse } from '../refusal.ts';

type Started = FrameReplies['privy:mfa:init-enrollment'];

/**
 * Begins to enrol a second factor. A passkey is a linked account already: nothing begins there.
 *
 * @throws Refusal `invalid_request_arguments` without the number of an SMS factor, or with the service's code
 */
export async function startEnrolment(
  frame: Frame,
  session: Session,
  asked: Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>,
): Promise<Started> {
  const { method, phoneNumber, captchaToken: token, requestId: request_id } = asked;
  if (method === 'totp') {
    const { totpSecret, totpAuthUrl, enrollment_id } = await frame.api.call('startTotp', session, {});
    frame.factors.keepEnrolment(session, enrollment_id);
    return { method, secret: totpSecret, authUrl: totpAuthUrl };
  }
  if (method === 'sms') {
    const number = phoneNumber ?? refuseIncomplete('phoneNumber');
    const body = { action: 'enroll', phoneNumber: number, request_id, token } as const;
    await frame.api.call('startSms', session, body);
  }
  return { method };
}

/**
 * Enrols a second factor. A first one of a user who has a wallet is signed for by that wallet, of which the service says which
 * it is: the owner of a wallet must not be shut out of it by a thief's factor.
 *
 * @throws Refusal `invalid_request_arguments` for a message that is not complete (FRAME-07), `invalid_enrollment_code` for a
 *   wrong code, `wallet_not_on_device` where this browser does not hold the wallet that has to sign, or with the service's code
 */
export async function submitEnrolment(
  frame: Frame,
  session: Session,
  given: FrameRequests['privy:mfa:submit-enrollment'],
): Promise<void> {
  const { name, send } = read(frame, session, given);
  try {
    await send();
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'wallet_signature_required') throw error;
    const wallet = error.details.entropyId ?? refuseLeft();
    await send(
      await signFactor(frame, session, wallet, { method: given.method, name: name ?? refuseLeft() }),
    );
  }
  noteChange(frame, session);
}

/** Removes the one factor of a method; passkeys go by an enrolment of none of them (MFA-14). */
export async function removeFactor(frame: Frame, session: Session, method: 'totp' | 'sms'): Promise<void> {
  await frame.api.call(method === 'totp' ? 'removeTotp' : 'removeSms', session, {});
  noteChange(frame, session);
}

/** From now on the wallet stays open for another time: the service says how long. */
function noteChange({ sessions }: Frame, session: Session): void {
  sessions.forget();
  sessions.confirm(session).catch(() => undefined);
}

type OwnerSignature = Awaited<ReturnType<typeof signFactor>>;

/** The request of an enrolment, and what the wallet's signature calls it; null for one that the frame has not begun. */
function read(frame: Frame, session: Session, given: FrameRequests['privy:mfa:submit-enrollment']) {
  const { method, phoneNumber, code, credentialIds } = given;
  const { api } = frame;
  if (method === 'passkey') {
    const credential_ids = [...(credentialIds ?? refuseIncomplete('credentialIds'))];
    const send = (wallet?: OwnerSignature): Promise<object> =>
      api.call('enrolPasskeys', session, { credential_ids, wallet });
    return { name: credential_ids.join(' '), send };
  }
  const shown = code ?? refuseIncomplete('code');
  if (method === 'totp') {
    const send = (wallet?: OwnerSignature): Promise<object> =>
      api.call('enrolTotp', session, { code: shown, wallet });
    return { name: frame.factors.findEnrolment(session), send };
  }
  const number = phoneNumber ?? refuseIncomplete('phoneNumber');
  const send = (wallet?: OwnerSignature): Promise<object> =>
    api.call('enrolSms', session, { phoneNumber: number, code: shown, wallet });
  return { name: number, send };
}

/** Signs by the wallet, if this browser holds it, that its owner enrols a factor in this session (`factorChange` in wire). */
function signFactor(
  frame: Frame,
  session: Session,
  rootAddress: string,
  { method, name }: { method: MfaMethod; name: string },
) {
  return frame.withLock(session.userId, async () => {
    const owner = await connectLocked(frame, session, rootAddress).catch((error) => {
      if (!isRefusal(error, 'wallet_not_on_device')) throw error;
      return refuse(error.type, error.message, error.code, { entropyId: rootAddress });
    });
    const content = { name, session_id: session.sessionId };
    const change: Change = { act: 'factor', id: method, version: 1, content };
    const { request_id: _, ...signed } = await signUnlockedChange(frame, owner, rootAddress, change);
    return signed;
  });
}

function refuseIncomplete(field: string): never {
  return refuse('invalid_request_arguments', `The field ${field} is missing`);
}

function refuseLeft(): never {
  return refuse('error', 'This enrolment has ended. Begin it again.', 'not_found');
}
