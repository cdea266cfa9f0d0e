import type {
  FactorProofMethod,
  FrameReplies,
  FrameRequests,
  MfaMethod,
  PasskeyAssertion,
  VerifiedReply,
} from '@latchkey/wire';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import { isText } from '../../payloads.ts';
import { refuse } from '../../refusal.ts';
import type { signFactor } from '../signFactor.ts';
import type { RequiredFactor } from '../verifyFactor.ts';

/** Second factor in a message. */
export interface FactorProof {
  readonly method: FactorProofMethod;
  verify(frame: Frame, session: Session, required: RequiredFactor): Promise<VerifiedReply>;
}

export interface ProofFields {
  readonly mfaMethod?: string;
  readonly mfaCode?: string | PasskeyAssertion;
  readonly relyingParty?: string;
}

export interface Enrolment {
  /** Name of the factor in the wallet's signature; null if this frame did not begin to enrol the authenticator app. */
  readonly name: string | null;
  /** Calls the service. @param wallet signature by the wallet, once the service has requested it */
  send(wallet?: Awaited<ReturnType<typeof signFactor>>): Promise<object>;
}

/** Method of second factors in the frame. `list.ts` has one record for each. */
export interface FactorRecord {
  /** Starts to enrol a factor. Absent if the frame has nothing to start. */
  readonly start?: (
    frame: Frame,
    session: Session,
    given: Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>,
  ) => Promise<Omit<FrameReplies['privy:mfa:init-enrollment'], 'method'>>;
  /** Reads the second half of an enrolment. @throws Refusal `invalid_request_arguments` for a missing field (FRAME-07) */
  readonly enrol: (
    frame: Frame,
    session: Session,
    given: FrameRequests['privy:mfa:submit-enrollment'],
  ) => Enrolment;
  /** Removes the factor. Absent if an enrolment with an empty list removes it. */
  readonly remove?: (frame: Frame, session: Session) => Promise<unknown>;
  /** Reads the proof from a message. @throws Refusal `invalid_request_arguments` (MFA-30) */
  readonly readProof: (shown: ProofFields) => FactorProof['verify'];
}

export type FactorRecords = { readonly [Method in MfaMethod]: FactorRecord };

/** Reads a code from a message. @throws Refusal `invalid_request_arguments` */
export function readCode({ mfaCode }: ProofFields): string {
  return isText(64)(mfaCode) ? String(mfaCode) : refuse('invalid_request_arguments', 'Invalid MFA code');
}

export function refuseIncomplete(field: string): never {
  return refuse('invalid_request_arguments', `The field ${field} is missing`);
}
