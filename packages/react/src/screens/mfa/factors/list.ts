import type { MfaMethod } from '@latchkey/wire';
import type { FactorCode, FactorScreens } from './factor.ts';
import { passkeyFactor } from './passkeyFactor.ts';
import { smsFactor } from './smsFactor.ts';
import { totpFactor } from './totpFactor.ts';

/** The methods of second factors, in the order in which they are offered (MFA-01). */
const records = {
  totp: totpFactor,
  sms: smsFactor,
  passkey: passkeyFactor,
} as const satisfies Record<MfaMethod, FactorScreens>;

export const factorScreens: Readonly<Record<MfaMethod, FactorScreens>> = records;

/** A method that is verified by a code. */
export type CodeMethod = {
  [Method in MfaMethod]: (typeof records)[Method] extends { readonly code: unknown } ? Method : never;
}[MfaMethod];

/** Data with which an enrolment by code has begun. */
export type EnrollmentOf<Method extends CodeMethod> =
  (typeof records)[Method]['code'] extends FactorCode<infer Enrollment> ? Enrollment : never;

/** The codes of each method that has some. */
export const factorCodes: { readonly [Method in CodeMethod]: FactorCode<EnrollmentOf<Method>> } = {
  sms: records.sms.code,
  totp: records.totp.code,
};

/** Returns those of `methods`, the recommended one first, without any that this version does not know. */
export const sortMfaMethods = (methods: readonly MfaMethod[]): MfaMethod[] =>
  (Object.keys(records) as MfaMethod[]).filter((method) => methods.includes(method));
