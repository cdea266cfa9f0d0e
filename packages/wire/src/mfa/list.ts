// The files of second factors: what each exports, its routes, their schemas and their limits.
import { passkeyFactorFeature, passkeyFactorLimits, passkeyFactorRoutes } from './passkeys.ts';
import { smsFactorFeature, smsFactorLimits, smsFactorRoutes } from './sms.ts';
import { totpFactorFeature, totpFactorLimits, totpFactorRoutes } from './totp.ts';

export * from './passkeys.ts';
export * from './sms.ts';
export * from './totp.ts';

/** Routes of all methods. */
export const methodRoutes = {
  ...totpFactorRoutes,
  ...smsFactorRoutes,
  ...passkeyFactorRoutes,
} as const;

export const methodLimits = () => ({
  ...smsFactorLimits(),
  ...totpFactorLimits(),
  ...passkeyFactorLimits(),
});

export const methodFeatures = () => ({
  ...totpFactorFeature(),
  ...smsFactorFeature(),
  ...passkeyFactorFeature(),
});
