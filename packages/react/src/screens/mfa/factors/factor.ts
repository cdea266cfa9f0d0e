import type { LatchkeyClient } from '@latchkey/core';
import type { User } from '@latchkey/wire';

/** A method of second factors on the modal's screens. `list.ts` has one record for each. */
export interface FactorScreens {
  /** Path of its icon, 20 px. */
  readonly icon: string;
  /** Set if the list of methods recommends it. */
  readonly isRecommended?: true;
  /** Returns true for a user who logs in by it, and therefore cannot add it. @default never */
  readonly isUsedForLogin?: (user: User) => boolean;
  /** The codes that enrol and verify it. Absent if no code does. */
  readonly code?: FactorCode<never>;
}

/** Codes of a method. @typeParam Enrollment what an enrolment has begun with */
export interface FactorCode<Enrollment> {
  /** Enrols the factor by its first code. */
  readonly enroll: (client: LatchkeyClient, enrollment: Enrollment, mfaCode: string) => Promise<unknown>;
  /** Operations that send codes. Absent if no code is sent, as with an authenticator app. */
  readonly sending?: {
    /** Sends a code to verify with. */
    readonly send: (client: LatchkeyClient) => Promise<unknown>;
    /** Sends another code of an enrolment. */
    readonly resend: (client: LatchkeyClient, enrollment: Enrollment) => Promise<unknown>;
    /** Returns where the code of an enrolment was sent, without most of its digits. */
    readonly recipientOf: (enrollment: Enrollment) => string;
  };
}

/** Infers the type of a record of codes. */
export const factorCode = <Enrollment>(code: FactorCode<Enrollment>): FactorCode<Enrollment> => code;
