import type { MfaMethod } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { Screen, ViewProps } from '../../screen.ts';
import type { EnrollScreenName } from './enrolling.ts';
import type { FactorCode, FactorScreens } from './factor.ts';
import { passkeyFactor } from './passkeyFactor.ts';
import { smsFactor } from './smsFactor.ts';
import { totpFactor } from './totpFactor.ts';

/** Methods of second factors, in the order in which they are offered (MFA-01). */
const records = {
  totp: totpFactor,
  sms: smsFactor,
  passkey: passkeyFactor,
} as const satisfies Record<MfaMethod, FactorScreens>;

export const factorScreens: Readonly<Record<MfaMethod, FactorScreens>> = records;

export type CodeMethod = {
  [Method in MfaMethod]: (typeof records)[Method] extends { readonly code: unknown } ? Method : never;
}[MfaMethod];

export type EnrollmentOf<Method extends CodeMethod> =
  (typeof records)[Method]['code'] extends FactorCode<infer Enrollment> ? Enrollment : never;

export const codeFactors: {
  readonly [Method in CodeMethod]: { readonly code: FactorCode<EnrollmentOf<Method>> };
} = records;

export type EnrollScreens = {
  readonly [Method in MfaMethod as EnrollScreenName<Method>]: ScreenOf<(typeof records)[Method]['loadView']>;
};
type ScreenOf<Load> = Load extends () => Promise<ComponentType<ViewProps<infer Props, infer Exits>>>
  ? Screen<Props, Exits>
  : never;

/** Returns the known methods among `methods`, in the order in which they are offered. */
export const sortMfaMethods = (methods: readonly MfaMethod[]): MfaMethod[] =>
  (Object.keys(records) as MfaMethod[]).filter((method) => methods.includes(method));
