import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@latchkey/wire';
import { type CborValue, encodeCbor } from './cbor.ts';

/** Values that differ from a correct ceremony. */
export interface CeremonyFlaws {
  /** Origin of the page. @default http://localhost:3000 */
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: unknown;
  topOrigin?: unknown;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  isBackedUp?: boolean;
  count?: number;
  /** The id in the answer. */
  id?: string;
  handle?: string | null;
  aaguid?: string;
}

export interface Authenticator {
  /** Creates a passkey for the options of `…/init`. */
  make(options: PasskeyCreationOptions, flaws?: CeremonyFlaws): PasskeyRegistration;
  /** Signs with a passkey, by default the newest. */
  use(options: PasskeyRequestOptions, flaws?: CeremonyFlaws & { passkey?: string }): PasskeyAssertion;
  /** Returns its passkeys with their keys, for another authenticator that starts with them. */
  keep(): KeptPasskey[];
}

export interface KeptPasskey {
  readonly id: string;
  readonly key: JsonWebKey;
  readonly handle: string;
}

interface Passkey {
  readonly id: string;
  readonly key: KeyObject;
  readonly handle: string;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/**
 * Creates an authenticator of ES256 passkeys together with the browser around it (WebAuthn Level 3), with chosen
 * flaws.
 *
 * @param kept passkeys that it has already
 */
export function createAuthenticator(kept: readonly KeptPasskey[] = []): Authenticator {
  const passkeys: Passkey[] = kept.map((passkey) => ({
    ...passkey,
    key: createPrivateKey({ key: passkey.key, format: 'jwk' }),
  }));
  return {
    keep: () => passkeys.map((passkey) => ({ ...passkey, key: passkey.key.export({ format: 'jwk' }) })),

    make(options, flaws = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = flaws.id ?? toText(randomBytes(32));
      passkeys.push({ id, key: privateKey, handle: options.user.id });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coseKey = encodeCbor(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const idBytes = Buffer.from(id, 'base64url');
      const length = Buffer.from([idBytes.length >> 8, idBytes.length & 0xff]);
      const aaguid = Buffer.from((flaws.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex');
      const authData = Buffer.concat([
        authenticatorData(flaws.rpId ?? options.rp.id, flaws, 0x40),
        aaguid,
        length,
        idBytes,
        coseKey,
      ]);
      const attestation = new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, CborValue>()],
        ['authData', authData],
      ]);
      return {
        ...envelope(id),
        response: {
          client_data_json: toText(clientData('webauthn.create', options.challenge, flaws)),
          attestation_object: toText(encodeCbor(attestation)),
          transports: ['internal'],
        },
      };
    },

    use(options, flaws = {}) {
      const passkey = passkeys.findLast(({ id }) => !flaws.passkey || id === flaws.passkey);
      if (!passkey) throw new Error('There is no such passkey');
      const data = clientData('webauthn.get', options.challenge, flaws);
      const authData = authenticatorData(flaws.rpId ?? options.rp_id, flaws, 0);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), passkey.key);
      return {
        ...envelope(flaws.id ?? passkey.id),
        response: {
          client_data_json: toText(data),
          authenticator_data: toText(authData),
          signature: toText(signature),
          user_handle: flaws.handle === undefined ? passkey.handle : flaws.handle,
        },
      };
    },
  };
}

const envelope = (id: string) =>
  ({
    id,
    raw_id: id,
    type: 'public-key',
    authenticator_attachment: 'platform',
    client_extension_results: {},
  }) as const;

/** Returns the authenticator data (§6.1): the hash of the domain, flags (UP, UV, BE, BS, AT) and the counter. */
function authenticatorData(rpId: string, flaws: CeremonyFlaws, more: number): Buffer {
  const { isUserPresent = true, isUserVerified = true, isBackedUp = false, count = 0 } = flaws;
  const flags = (isUserPresent ? 1 : 0) | (isUserVerified ? 4 : 0) | (isBackedUp ? 8 | 16 : 0) | more;
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
}

function clientData(type: string, challenge: string, flaws: CeremonyFlaws): Buffer {
  const { origin = 'http://localhost:3000', crossOrigin = false, topOrigin } = flaws;
  const data = {
    type: flaws.type ?? type,
    challenge: flaws.challenge ?? challenge,
    origin,
    crossOrigin,
    topOrigin,
  };
  return Buffer.from(JSON.stringify(data));
}
