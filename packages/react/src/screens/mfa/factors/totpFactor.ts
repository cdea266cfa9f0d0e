import { submitEnrollmentWithTotp, type TotpSecret } from '@latchkey/core';
import { type FactorScreens, factorCode } from './factor.ts';

export const totpFactor = {
  icon: 'M10 5.75V10l2.75 2M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z',
  isRecommended: true,
  loadView: async () => (await import('./TotpView.tsx')).EnrollTotpView,
  code: factorCode<TotpSecret>({
    isTimed: true,
    enroll: (client, _enrollment, mfaCode) => submitEnrollmentWithTotp(client, { mfaCode }),
  }),
} as const satisfies FactorScreens;
