import { blake3 } from '@noble/hashes/blake3.js';
import type { ReadablePart } from '../readable/index.ts';
import { refuse } from '../refusal.ts';
import { readFarcasterMessage } from './farcasterMessage.ts';

/** Bytes of the hash that a Farcaster message is signed by: the first 160 bits of its BLAKE3. */
const hashLength = 20;

/** The hash that a Farcaster message is signed by. https://github.com/farcasterxyz/protocol/blob/main/docs/SPECIFICATION.md */
export const toFarcasterHash = (message: Uint8Array): Uint8Array => blake3(message, { dkLen: hashLength });

/** What a request for a signature by a Farcaster signer is for. */
export interface FarcasterRequest {
  readonly hash: Uint8Array;
  /** What its message says; null where the hash came alone, and no one can read it. */
  readonly content: readonly ReadablePart[] | null;
}

/**
 * Reads a request for a signature by a Farcaster signer, as the frame signs it and a person is shown it.
 *
 * @param fromText reads base64url
 * @param rule.isHashAllowed whether a hash may come without its message
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
    // Threat: a hash may be that of anything that the account can say.
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
