import { fail, mfaRoutes } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callWithToken } from '../../session/index.ts';
import { initInFrame, submitInFrame } from '../enrollment.ts';
import type { FactorRecord } from './factor.ts';

/**
 * Begins the enrolment of passkeys. It asks the service nothing: {@link submitEnrollmentWithPasskey} reports the
 * refusals of an enrolment.
 *
 * @throws ServiceError `must_be_authenticated`, and errors of the wallet frame
 */
export async function initEnrollmentWithPasskey(client: LatchkeyClient): Promise<void> {
  await initInFrame(client, { method: 'passkey' });
}

/**
 * Sets which of the user's linked passkeys are second factors. An empty list removes the method (MFA-14).
 *
 * @throws ServiceError `not_found` for a passkey that is not the user's, `wallet_not_on_device` as
 *   {@link submitEnrollmentWithTotp}, and as {@link initEnrollmentWithTotp}
 */
export async function submitEnrollmentWithPasskey(
  client: LatchkeyClient,
  { credentialIds }: { readonly credentialIds: readonly string[] },
): Promise<void> {
  await submitInFrame(client, { method: 'passkey', credentialIds: [...credentialIds] });
}

export const passkeyFactor = {
  init: initEnrollmentWithPasskey,
  submit: submitEnrollmentWithPasskey,

  start: (client) => callWithToken(contextsOf(client).session, mfaRoutes.startPasskey, { body: {} }),
  toShown({ environment }, given) {
    const isResponse = typeof given === 'object' && given !== null && typeof given.response === 'object';
    if (!isResponse) return fail('invalid_data', { message: 'Invalid authenticator response' });
    const relyingParty = environment.window?.location.origin;
    return { mfaCode: given, ...(relyingParty ? { relyingParty } : {}) };
  },
  remove: (client) => submitEnrollmentWithPasskey(client, { credentialIds: [] }),
} satisfies FactorRecord;
