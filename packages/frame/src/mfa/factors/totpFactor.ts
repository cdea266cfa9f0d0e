import { type FactorRecord, readCode, refuseIncomplete } from './factor.ts';

export const totpPaths = {
  startTotp: '/api/v1/mfa/totp/init',
  enrolTotp: '/api/v1/mfa/totp/enroll',
  verifyTotp: '/api/v1/mfa/totp/verify',
  removeTotp: '/api/v1/mfa/totp/unenroll',
} as const;

/** Authenticator app. */
export const totpFactor: FactorRecord = {
  async start({ api, factors }, session) {
    const { totpSecret, totpAuthUrl, enrollment_id } = await api.call('startTotp', session, {});
    factors.keepEnrolment(session, enrollment_id);
    return { secret: totpSecret, authUrl: totpAuthUrl };
  },
  enrol({ api, factors }, session, { code = refuseIncomplete('code') }) {
    return {
      name: factors.findEnrolment(session),
      send: (wallet) => api.call('enrolTotp', session, { code, wallet }),
    };
  },
  remove: ({ api }, session) => api.call('removeTotp', session, {}),
  readProof(shown) {
    const code = readCode(shown);
    return ({ api }, session, required) => api.call('verifyTotp', session, { code, ...required });
  },
};
