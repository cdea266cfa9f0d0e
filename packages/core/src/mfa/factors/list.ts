import type { FactorRecords } from './factor.ts';
import { passkeyFactor } from './passkeyFactor.ts';
import { smsFactor } from './smsFactor.ts';
import { totpFactor } from './totpFactor.ts';

/** The methods of second factors, one record each. */
export const factorRecords: FactorRecords = { passkey: passkeyFactor, sms: smsFactor, totp: totpFactor };
