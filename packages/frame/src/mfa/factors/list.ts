import type { FactorRecords } from './factor.ts';
import { passkeyFactor, passkeyPaths } from './passkeyFactor.ts';
import { smsFactor, smsPaths } from './smsFactor.ts';
import { totpFactor, totpPaths } from './totpFactor.ts';

/** Methods of second factors, one record each, in the order in which a refusal names them. */
export const factorRecords: FactorRecords = {
  totp: totpFactor,
  sms: smsFactor,
  passkey: passkeyFactor,
};
export const factorMethods = Object.keys(factorRecords);

export const methodPaths = {
  ...passkeyPaths,
  ...smsPaths,
  ...totpPaths,
};

export const isFactorMethod = (name: string): name is keyof FactorRecords => factorMethods.includes(name);
