import { createHash } from 'node:crypto';
import * as Address from 'ox/Address';
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';

/** A user with a Farcaster account. Everything is derived from the user name. */
export interface FarcasterUser {
  readonly username: string;
  readonly fid: number;
  readonly custody: Key;
  /** Key in addition to the custody key, with which today's Farcaster app signs. */
  readonly auth: Key;
}

export interface Key {
  readonly address: Hex.Hex;
  sign(message: string): Hex.Hex;
}

export function toPerson(username: string): FarcasterUser {
  const digest = createHash('sha256').update(`farcaster person ${username}`).digest();
  return {
    username,
    fid: 1_000 + digest.readUIntBE(0, 4),
    custody: makeKey(`custody ${username}`),
    auth: makeKey(`auth ${username}`),
  };
}

const toPrivateKey = (name: string): Hex.Hex =>
  `0x${createHash('sha256').update(`farcaster ${name}`).digest('hex')}`;

export function makeKey(name: string): Key {
  const privateKey = toPrivateKey(name);
  return {
    address: Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true }),
    sign: (message) =>
      Signature.toHex(
        Secp256k1.sign({ payload: PersonalMessage.getSignPayload(Hex.fromString(message)), privateKey }),
      ),
  };
}

export function isSignatureOf(
  address: string,
  { payload, signature }: { payload: Hex.Hex; signature: Hex.Hex },
): boolean {
  try {
    const publicKey = Secp256k1.recoverPublicKey({ payload, signature: Signature.fromHex(signature) });
    return Address.fromPublicKey(publicKey).toLowerCase() === address.toLowerCase();
  } catch {
    return false;
  }
}

/** Account of the app itself, which requests signers. A development service has its key. */
export const appPerson: FarcasterUser = toPerson('latchkey-app');

export const custodyKeyOf = ({ username }: FarcasterUser) => toPrivateKey(`custody ${username}`);
