import { fail, mfaRoutes } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callWithToken } from '../../session/index.ts';
import { initEnrollment, submitEnrollment } from '../enrollment.ts';
import type { FactorRecord } from './factor.ts';

/** Begins to enrol passkeys of the user's. Fails as {@link initEnrollmentWithTotp} does. */
export async function initEnrollmentWithPasskey(client: LatchkeyClient): Promise<void> {
  await initEnrollment(client, { method: 'passkey' });
}

/**
 * Says which of the user's linked passkeys are second factors from now on; none removes the method (MFA-14).
 *
 * @throws ServiceError `not_found` for a passkey that is not theirs, and as {@link initEnrollmentWithTotp}
 */
export async function submitEnrollmentWithPasskey(
  client: LatchkeyClient,
  { credentialIds }: { readonly credentialIds: readonly string[] },
): Promise<void> {
  await submitEnrollment(client, { method: 'passkey', credentialIds: [...credentialIds] });
}

export const passkeyFactor: FactorRecord = {
  start: (client) => callWithToken(contextsOf(client).session, mfaRoutes.startPasskey, { body: {} }),
  toShown({ environment }, given) {
    const isResponse = typeof given === 'object' && given !== null && typeof given.response === 'object';
    if (!isResponse) return fail('invalid_data', { message: 'Invalid authenticator response' });
    // The page that the passkey was used on.
    const relyingParty = environment.window?.location.origin;
    return { mfaCode: given, ...(relyingParty ? { relyingParty } : {}) };
  },
  remove: (client) => submitEnrollmentWithPasskey(client, { credentialIds: [] }),
};
