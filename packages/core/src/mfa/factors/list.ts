import type { MfaMethod } from '@latchkey/wire';
import type { FactorRecord, FactorRecords } from './factor.ts';
import { passkeyFactor } from './passkeyFactor.ts';
import { smsFactor } from './smsFactor.ts';
import { totpFactor } from './totpFactor.ts';

const records = {
  passkey: passkeyFactor,
  sms: smsFactor,
  totp: totpFactor,
} satisfies FactorRecords;

type Records = typeof records;
type PartsOf<Method extends MfaMethod> =
  Records[Method] extends FactorRecord<infer Input, infer Begun, infer Proof>
    ? { readonly input: Input; readonly begun: Begun; readonly proof: Proof }
    : never;
/** Arguments that start an enrolment of a method. */
export type EnrollmentInput<Method extends MfaMethod> = PartsOf<Method>['input'];
/** Result of starting an enrolment of a method. */
export type EnrollmentBegun<Method extends MfaMethod> = PartsOf<Method>['begun'];
/** Arguments that complete an enrolment of a method. */
export type EnrollmentProof<Method extends MfaMethod> = PartsOf<Method>['proof'];

export const factorRecords: {
  readonly [Method in MfaMethod]: FactorRecord<
    EnrollmentInput<Method>,
    EnrollmentBegun<Method>,
    EnrollmentProof<Method>
  >;
} = records;
