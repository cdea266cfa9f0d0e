import type { LatchkeyClient } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import type { ComponentType } from 'react';

/** Method of second factors on the modal's screens. `list.ts` has one record for each. */
export interface FactorScreens {
  /** Path of its icon, 20 px. */
  readonly icon: string;
  /** Set if the list of methods recommends this method. */
  readonly isRecommended?: true;
  /** Returns true for a user who can log in with this method and therefore cannot add it. @default never */
  readonly isUsedForLogin?: (user: User) => boolean;
  readonly loadView: () => Promise<ComponentType<never>>;
  /** Codes that enrol and verify a factor of this method. Absent if the method has no codes. */
  readonly code?: FactorCode<never>;
}

/** Codes of a method. @typeParam Enrollment data of a started enrolment */
export interface FactorCode<Enrollment> {
  /** Set if codes depend on the time, so a wrong clock makes them invalid. */
  readonly isTimed?: true;
  readonly enroll: (client: LatchkeyClient, enrollment: Enrollment, mfaCode: string) => Promise<unknown>;
  /** Operations that send codes. Absent if no code is sent, as with an authenticator app. */
  readonly sending?: {
    /** Sends a code for a verification. */
    readonly send: (client: LatchkeyClient) => Promise<unknown>;
    /** Sends another code for an enrolment. */
    readonly resend: (client: LatchkeyClient, enrollment: Enrollment) => Promise<unknown>;
    /** Returns the recipient of an enrolment's code, with most digits hidden. */
    readonly recipientOf: (enrollment: Enrollment) => string;
  };
}

/** Infers the type of a record of codes. */
export const factorCode = <Enrollment>(code: FactorCode<Enrollment>): FactorCode<Enrollment> => code;
