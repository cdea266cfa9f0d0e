import type { MfaMethod } from '@latchkey/wire';
import type { Failed } from '../../screen.ts';

export type EnrollScreenName<Method extends MfaMethod = MfaMethod> =
  `MFA_ENROLLMENT_${Uppercase<Method>}_SCREEN`;

export const enrollScreenOf = <Method extends MfaMethod>(method: Method): EnrollScreenName<Method> =>
  `MFA_ENROLLMENT_${method.toUpperCase() as Uppercase<Method>}_SCREEN`;

/**
 * Props of the screen that starts an enrolment, if a code completes it. @typeParam Enrollment data of the started
 * enrolment
 */
export interface EnrollProps<Enrollment> {
  /** Data of the enrolment that was started or tried before, for a user who comes back. */
  readonly earlier?: Enrollment;
  /** Set if the earlier enrolment has ended and must be started again. */
  readonly hasEnded?: true;
}

export interface EnrollExits<Enrollment> {
  /** The enrolment was started, and its code follows. */
  begun: Enrollment;
  failed: Failed<EnrollProps<Enrollment>>;
  back: undefined;
}
