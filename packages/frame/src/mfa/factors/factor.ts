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

/** A second factor that a message shows. */
export interface FactorProof {
  readonly method: FactorProofMethod;
  /** Sends it to the service, which knows whether it is right. */
  verify(frame: Frame, session: Session, required: RequiredFactor): Promise<VerifiedReply>;
}

/** The fields of a message that show a second factor. */
export interface ProofFields {
  readonly mfaMethod?: string;
  readonly mfaCode?: string | PasskeyAssertion;
  readonly relyingParty?: string;
}

/** The end of an enrolment. */
export interface Enrolment {
  /** Name of the factor that the wallet's signature contains; null if this frame has not begun the enrolment. */
  readonly name: string | null;
  /** Calls the service. @param wallet signature of the wallet's owner, once the service has asked for it */
  send(wallet?: Awaited<ReturnType<typeof signFactor>>): Promise<object>;
}

/** A method of second factors in the frame. `list.ts` has one record for each. */
export interface FactorRecord {
  /** Begins to enrol a factor. Absent if nothing begins in the frame. */
  readonly start?: (
    frame: Frame,
    session: Session,
    given: Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>,
  ) => Promise<Omit<FrameReplies['privy:mfa:init-enrollment'], 'method'>>;
  /** Reads the end of an enrolment. @throws Refusal `invalid_request_arguments` if a field is missing (FRAME-07) */
  readonly enrol: (
    frame: Frame,
    session: Session,
    given: FrameRequests['privy:mfa:submit-enrollment'],
  ) => Enrolment;
  /** Removes the factor. Absent if an enrolment of nothing does so. */
  readonly remove?: (frame: Frame, session: Session) => Promise<unknown>;
  /** Reads the proof that a message shows. @throws Refusal `invalid_request_arguments` (MFA-30) */
  readonly readProof: (shown: ProofFields) => FactorProof['verify'];
}

/** The records of all methods. */
export type FactorRecords = { readonly [Method in MfaMethod]: FactorRecord };

/** Reads a code that a message shows. @throws Refusal `invalid_request_arguments` */
export function readCode({ mfaCode }: ProofFields): string {
  return isText(64)(mfaCode) ? String(mfaCode) : refuse('invalid_request_arguments', 'Invalid MFA code');
}

/** Refuses a message that lacks a field. */
export function refuseIncomplete(field: string): never {
  return refuse('invalid_request_arguments', `The field ${field} is missing`);
}
