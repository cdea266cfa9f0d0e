import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@latchkey/wire';
import { fromBase64url, toBase64url } from '../../base64url/index.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { notSupported, passkeyErrorFrom } from './passkeyError.ts';

/** Running ceremony of each client. Browsers refuse a second ceremony, so a new one ends the running one. */
const running = new WeakMap<LatchkeyClient, AbortController>();

/** Ends the running ceremony, if any, and closes its dialog. */
export function abortPasskey(client: LatchkeyClient): void {
  running.get(client)?.abort();
  running.delete(client);
}

/**
 * Requests a new passkey from the browser, which opens its dialog.
 *
 * @throws ServiceError `passkey_not_allowed`, `passkey_already_added`, `passkey_not_supported`,
 *   `unknown_auth_error`
 */
export async function makePasskey(
  client: LatchkeyClient,
  options: PasskeyCreationOptions,
): Promise<PasskeyRegistration> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: options.rp,
    user: {
      // The wire protocol has the handle as text (docs/wire/protocol.md §2.8).
      id: new TextEncoder().encode(options.user.id),
      name: options.user.name,
      displayName: options.user.display_name,
    },
    challenge: fromBase64url(options.challenge),
    pubKeyCredParams: options.pub_key_cred_params,
    timeout: options.timeout,
    excludeCredentials: options.exclude_credentials.map(toDescriptor),
    authenticatorSelection: {
      requireResidentKey: options.authenticator_selection.require_resident_key,
      residentKey: options.authenticator_selection.resident_key,
      userVerification: options.authenticator_selection.user_verification,
    },
    attestation: options.attestation,
    extensions: { credProps: true },
  };
  const made = await callCredentials(client, (credentials, signal) =>
    credentials.create({ publicKey, signal }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...envelopeOf(made),
    response: {
      client_data_json: toText(response.clientDataJSON),
      attestation_object: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/**
 * Requests a passkey from the browser: in its dialog, or (`conditional`) in the autofill of a field on the page.
 *
 * @throws ServiceError `passkey_not_allowed`, `passkey_not_supported`, `unknown_auth_error`
 */
export async function requestPasskey(
  client: LatchkeyClient,
  options: PasskeyRequestOptions,
  mediation: 'optional' | 'conditional' = 'optional',
): Promise<PasskeyAssertion> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: fromBase64url(options.challenge),
    timeout: options.timeout,
    rpId: options.rp_id,
    allowCredentials: options.allow_credentials.map(toDescriptor),
    userVerification: options.user_verification,
  };
  const used = await callCredentials(client, (credentials, signal) =>
    credentials.get({ publicKey, mediation, signal }),
  );
  const response = used.response as AuthenticatorAssertionResponse;
  const { userHandle } = response;
  return {
    ...envelopeOf(used),
    response: {
      client_data_json: toText(response.clientDataJSON),
      authenticator_data: toText(response.authenticatorData),
      signature: toText(response.signature),
      user_handle: userHandle && new TextDecoder().decode(userHandle),
    },
  };
}

async function callCredentials(
  client: LatchkeyClient,
  request: (credentials: CredentialsContainer, signal: AbortSignal) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  const page = contextsOf(client).page.environment.window;
  if (!page?.PublicKeyCredential) throw notSupported('This browser has no passkeys');
  abortPasskey(client);
  const ceremony = new AbortController();
  running.set(client, ceremony);
  try {
    const credential = await request(page.navigator.credentials, ceremony.signal);
    if (!credential) throw notSupported('This browser gave no passkey');
    return credential as PublicKeyCredential;
  } catch (cause) {
    throw passkeyErrorFrom(cause);
  } finally {
    if (running.get(client) === ceremony) running.delete(client);
  }
}

const toText = (bytes: ArrayBuffer) => toBase64url(new Uint8Array(bytes));

const toDescriptor = ({ id, transports }: { id: string; transports?: string[] | undefined }) => ({
  id: fromBase64url(id),
  type: 'public-key' as const,
  ...(transports?.length ? { transports: transports as AuthenticatorTransport[] } : {}),
});

const envelopeOf = ({ rawId, authenticatorAttachment }: PublicKeyCredential) =>
  ({
    id: toText(rawId),
    raw_id: toText(rawId),
    type: 'public-key',
    authenticator_attachment: authenticatorAttachment,
    client_extension_results: {},
  }) as const;
