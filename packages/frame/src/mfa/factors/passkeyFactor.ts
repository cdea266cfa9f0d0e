import type { PasskeyAssertion } from '@latchkey/wire';
import { isPlainObject } from '../../payloads.ts';
import { refuse } from '../../refusal.ts';
import { type FactorRecord, refuseIncomplete } from './factor.ts';

export const passkeyPaths = {
  verifyPasskey: '/api/v1/mfa/passkeys/verify',
  enrolPasskeys: '/api/v1/mfa/passkeys/enrollment',
} as const;

/** Passkeys that are already linked accounts. An enrolment with an empty list removes the method (MFA-14). */
export const passkeyFactor: FactorRecord = {
  enrol({ api }, session, { credentialIds = refuseIncomplete('credentialIds') }) {
    const credential_ids = [...credentialIds];
    return {
      name: credential_ids.join(' '),
      send: (wallet) => api.call('enrolPasskeys', session, { credential_ids, wallet }),
    };
  },
  readProof({ mfaCode, relyingParty: relying_party }) {
    if (!isPlainObject(mfaCode)) return refuse('invalid_request_arguments', 'Invalid authenticator response');
    const authenticator_response = mfaCode as unknown as PasskeyAssertion;
    return ({ api }, session, required) =>
      api.call('verifyPasskey', session, { authenticator_response, relying_party, ...required });
  },
};
