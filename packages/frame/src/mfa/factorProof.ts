import { refuse, refuseUnverified } from '../refusal.ts';
import { type FactorProof, type ProofFields, readCode } from './factors/factor.ts';
import { factorRecords, isFactorMethod } from './factors/list.ts';

/**
 * Reads the second factor from a message, before anything is sent (MFA-30). Only the service can verify it.
 *
 * @returns null if the message has none
 * @throws Refusal `invalid_request_arguments`
 */
export function toFactorProof(shown: ProofFields): FactorProof | null {
  const { mfaMethod: method, mfaCode } = shown;
  if (method === undefined && mfaCode === undefined) return null;
  if (method === 'backup_code') return { method, verify: readBackupCode(shown) };
  if (method !== undefined && isFactorMethod(method))
    return { method, verify: factorRecords[method].readProof(shown) };
  return refuse('invalid_request_arguments', 'Unsupported MFA method');
}

function readBackupCode(shown: ProofFields): FactorProof['verify'] {
  const code = readCode(shown);
  return async ({ api }, session, { purpose }) => {
    // Refuses before the call, which uses the code up. Besides unlocking, a code permits only a change of factors.
    if (purpose !== undefined && purpose !== 'change_factors')
      refuseUnverified('A backup code does not permit this');
    return api.call('verifyBackupCode', session, { code, ...(purpose ? { purpose } : {}) });
  };
}
