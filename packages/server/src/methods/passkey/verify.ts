import type { PasskeyAssertion, PasskeyRegistration } from '@latchkey/wire';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers';
import { failPasskey } from './challenge.ts';

/** Signature algorithms that a passkey may have, preferred first: Ed25519, ES256, RS256 (WebAuthn §5.4). */
export const algorithms = [-8, -7, -257] as const;

export interface ExpectedCeremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

/** Stored data of a passkey, beside its account. */
export interface PasskeyCredential {
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signature counter, which many passkeys keep at zero. */
  readonly count: number;
  readonly handle: string;
  readonly rpId: string;
  readonly transports: readonly string[];
  /** Backup flags: it may be on several devices (BE), and it is backed up now (BS). */
  readonly mayBeBackedUp: boolean;
  readonly isBackedUp: boolean;
}

export interface NewPasskey extends Omit<PasskeyCredential, 'handle' | 'rpId' | 'transports'> {
  readonly id: string;
  readonly aaguid: string;
  readonly isUserVerified: boolean;
}

/**
 * Verifies a registration (WebAuthn §7.1). The caller has consumed the challenge and checked the frames around the
 * page.
 *
 * @throws ServiceError `invalid_credentials`
 */
export async function verifyNew(
  response: PasskeyRegistration,
  { challenge, origin, rpId }: ExpectedCeremony,
): Promise<NewPasskey> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: response.id,
      rawId: response.raw_id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.response.client_data_json,
        attestationObject: withoutAttestation(response.response.attestation_object),
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false, // the caller decides, by `isUserVerified`
    supportedAlgorithmIDs: [...algorithms],
  }).catch(failPasskey);
  if (!verified || !registrationInfo) failPasskey();
  const { credential, aaguid, credentialDeviceType, credentialBackedUp, userVerified } = registrationInfo;
  // The client chooses the id beside the response. It must be the id in the authenticator data, which also contains
  // the key.
  if (credential.id !== response.id) failPasskey();
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    count: credential.counter,
    aaguid,
    mayBeBackedUp: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  };
}

/**
 * Replaces the attestation of a registration with `none`, without verifying it. An attestation proves the maker of the
 * authenticator, which decides nothing here, and an attacker could leave it out. So no untrusted certificates are
 * parsed, and no maker is refused.
 *
 * @throws ServiceError `invalid_credentials`
 */
function withoutAttestation(attestationObject: string): string {
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'));
    const authData = decodeAttestationObject(bytes).get('authData');
    const none = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return Buffer.from(isoCBOR.encode(none as Parameters<typeof isoCBOR.encode>[0])).toString('base64url');
  } catch (cause) {
    return failPasskey(cause);
  }
}

export interface PasskeyUse {
  readonly id: string;
  readonly count: number;
  readonly isBackedUp: boolean;
  readonly isUserVerified: boolean;
}

/**
 * Verifies the signature of a passkey, and its counter against `count` (WebAuthn §7.2).
 *
 * @throws ServiceError `invalid_credentials`
 */
export async function verifyUse(
  response: PasskeyAssertion,
  { challenge, origin, rpId, topOrigin }: ExpectedCeremony & { topOrigin: string | null },
  { count, publicKey }: Pick<PasskeyCredential, 'count' | 'publicKey'>,
): Promise<PasskeyUse> {
  const { client_data_json, authenticator_data, signature } = response.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: response.id,
      rawId: response.raw_id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data_json, authenticatorData: authenticator_data, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    ...(topOrigin === null ? {} : { expectedTopOrigin: topOrigin }),
    requireUserVerification: false, // the caller decides, by `isUserVerified`
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: count,
    },
  }).catch(failPasskey);
  if (!verified) failPasskey();
  const { credentialID, newCounter, credentialBackedUp, userVerified } = authenticationInfo;
  return {
    id: credentialID,
    count: newCounter,
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  };
}
