import type { FactorRecords } from './factor.ts';
import { passkeyFactor, passkeyPaths } from './passkeyFactor.ts';
import { smsFactor, smsPaths } from './smsFactor.ts';
import { totpFactor, totpPaths } from './totpFactor.ts';

/** The methods of second factors, one record each. */
export const factorRecords: FactorRecords = { passkey: passkeyFactor, sms: smsFactor, totp: totpFactor };

/** Paths of their routes. */
export const methodPaths = { ...passkeyPaths, ...smsPaths, ...totpPaths };
