import { type Bytes, randomBytes, toBase64url, utf8 } from '../../bytes.ts';
import type { PasskeySecret } from '../message.ts';

/** Input of the PRF: one value per app, so that in one app a passkey always returns the same secret. */
const inputOf = (appId: string) => utf8(`latchkey/recovery-passkey/v1/${appId}`);

/**
 * Creates a passkey to recover a wallet with, and returns its secret. The service sets no challenge and verifies no
 * attestation, because only the secret is used.
 *
 * @throws Error if the authenticator does not support PRF, DOMException if the user declines
 */
export async function createPasskey(appId: string, name: string): Promise<PasskeySecret> {
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { id: location.hostname, name },
      user: { id: randomBytes(16), name, displayName: name },
      challenge: randomBytes(32),
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      // Discoverable without a list of ids, which a new browser does not have.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      extensions: { prf: { eval: { first: inputOf(appId) } } },
    },
  });
  const credential = made as PublicKeyCredential;
  return toSecret(credential) ?? usePasskey(appId, credential.rawId);
}

/**
 * Returns the secret of a passkey that the user chooses.
 *
 * @param only the raw id of the passkey that must be used
 * @throws Error if the authenticator does not support PRF, DOMException if the user declines
 */
export async function usePasskey(appId: string, only?: ArrayBuffer): Promise<PasskeySecret> {
  const credential = await navigator.credentials.get({
    publicKey: {
      rpId: location.hostname,
      challenge: randomBytes(32),
      userVerification: 'required',
      ...(only ? { allowCredentials: [{ type: 'public-key' as const, id: only }] } : {}),
      extensions: { prf: { eval: { first: inputOf(appId) } } },
    },
  });
  const secret = toSecret(credential as PublicKeyCredential);
  if (secret === null) throw new Error('the authenticator evaluates nothing');
  return secret;
}

function toSecret(credential: PublicKeyCredential): PasskeySecret | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  const secret: Bytes = bytes.slice(0, 32);
  return { credentialId: toBase64url(new Uint8Array(credential.rawId)), secret };
}
