import { blake3 } from '@noble/hashes/blake3.js';
import type { ReadablePart } from '../readable/index.ts';
import { refuse } from '../refusal.ts';
import { readFarcasterMessage } from './farcasterMessage.ts';

/** Length of the hash that a Farcaster signer signs, in bytes: the first 160 bits of the message's BLAKE3 hash. */
const hashLength = 20;

/** Returns a message's hash, which is signed. https://github.com/farcasterxyz/protocol/blob/main/docs/SPECIFICATION.md */
export const toFarcasterHash = (message: Uint8Array): Uint8Array => blake3(message, { dkLen: hashLength });

/** Request for a signature by a Farcaster signer. */
export interface FarcasterRequest {
  readonly hash: Uint8Array;
  /** Contents of the message; null if the hash came without its message, so that nobody can read it. */
  readonly content: readonly ReadablePart[] | null;
}

/**
 * Reads a request for a signature by a Farcaster signer, as the frame signs it and the user is shown it.
 *
 * @param fromText decodes base64url
 * @param rule.isHashAllowed true if a hash may come without its message
 * @throws Refusal `invalid_request_arguments`
 */
export function readFarcasterRequest(
  { fid, payload }: { fid: bigint | number; payload: { hash: string; data?: string | null } },
  fromText: (text: string) => Uint8Array,
  rule: { readonly isHashAllowed: boolean },
): FarcasterRequest {
  const hash = read(payload.hash, fromText);
  if (hash.length !== hashLength) refuse('invalid_request_arguments', 'A Farcaster hash has 20 bytes');
  if (payload.data === undefined || payload.data === null) {
    // A malicious page could send the hash of any message of the account, which the user could not recognise.
    if (!rule.isHashAllowed)
      refuse(
        'invalid_request_arguments',
        'A Farcaster hash without its message cannot be read; it is refused unless the app has the setting allow_raw_signing',
      );
    return { hash, content: null };
  }
  const message = read(payload.data, fromText);
  if (toFarcasterHash(message).some((byte, place) => byte !== hash[place]))
    refuse('invalid_request_arguments', 'The hash is not that of the message');
  return { hash, content: readFarcasterMessage(message, BigInt(fid)) };
}

function read(text: string, fromText: (text: string) => Uint8Array): Uint8Array {
  try {
    return fromText(text);
  } catch {
    return refuse('invalid_request_arguments', 'The payload must be in base64url');
  }
}
