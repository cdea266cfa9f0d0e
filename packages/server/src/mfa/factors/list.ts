import type { MfaMethod } from '@latchkey/wire';
import type { FactorRecord } from './factor.ts';
import { passkeyFactor } from './passkeyFactor.ts';
import { smsFactor } from './smsFactor.ts';
import { totpFactor } from './totpFactor.ts';

export const factorRecords: { readonly [Method in MfaMethod]: FactorRecord<Method> } = {
  passkey: passkeyFactor,
  sms: smsFactor,
  totp: totpFactor,
};
