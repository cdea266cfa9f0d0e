import type { AppSettings, MfaMethod } from '@latchkey/wire';

type FactorSettings = Pick<AppSettings, 'mfa_methods' | 'mfa_sms_counts'>;

export const takesFactor = ({ mfa_methods, mfa_sms_counts }: FactorSettings, method: MfaMethod): boolean =>
  mfa_methods.includes(method) && (method !== 'sms' || mfa_sms_counts);
