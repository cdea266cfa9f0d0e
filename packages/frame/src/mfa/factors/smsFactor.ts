import { type FactorRecord, readCode, refuseIncomplete } from './factor.ts';

export const smsPaths = {
  startSms: '/api/v1/mfa/passwordless_sms/init',
  enrolSms: '/api/v1/mfa/passwordless_sms/enroll',
  verifySms: '/api/v1/mfa/passwordless_sms/verify',
  removeSms: '/api/v1/mfa/passwordless_sms/unenroll',
} as const;

/** Phone number that receives codes by SMS. */
export const smsFactor: FactorRecord = {
  async start({ api }, session, { phoneNumber = refuseIncomplete('phoneNumber'), captchaToken, requestId }) {
    const ids = { request_id: requestId, token: captchaToken };
    await api.call('startSms', session, { action: 'enroll', phoneNumber, ...ids });
    return {};
  },
  enrol(
    { api },
    session,
    { code = refuseIncomplete('code'), phoneNumber = refuseIncomplete('phoneNumber') },
  ) {
    return {
      name: phoneNumber,
      send: (wallet) => api.call('enrolSms', session, { phoneNumber, code, wallet }),
    };
  },
  remove: ({ api }, session) => api.call('removeSms', session, {}),
  readProof(shown) {
    const code = readCode(shown);
    return ({ api }, session, required) => api.call('verifySms', session, { code, ...required });
  },
};
