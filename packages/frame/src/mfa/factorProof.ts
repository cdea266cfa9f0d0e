import { refuse, refuseUnverified } from '../refusal.ts';
import { type FactorProof, type ProofFields, readCode } from './factors/factor.ts';
import { factorRecords } from './factors/list.ts';

/**
 * Reads the second factor that a message shows, before anything is sent (MFA-30). Whether it is right the service knows.
 *
 * @returns null if the message shows none
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

/** Tells whether a method of second factors has this name. Names such as `constructor` have no record of their own. */
const isFactorMethod = (name: string): name is keyof typeof factorRecords =>
  Object.hasOwn(factorRecords, name);

function readBackupCode(shown: ProofFields): FactorProof['verify'] {
  const code = readCode(shown);
  return async ({ api }, session, { purpose }) => {
    // Reject early: verifying would use up the backup code without granting anything.
    if (purpose !== undefined && purpose !== 'change_factors')
      refuseUnverified('A backup code does not permit this');
    return api.call('verifyBackupCode', session, { code, ...(purpose ? { purpose } : {}) });
  };
}
