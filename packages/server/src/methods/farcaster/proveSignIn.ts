import { type FarcasterLinkBody, fail } from '@latchkey/wire';
import { type Proof, toProof } from '../../admission/index.ts';
import { type ChainReader, isSignedBy, readSignInMessage, type SignInMessage } from '../../ethereum/index.ts';
import { type Profile, toDetails } from './profile.ts';
import { findOwner } from './registry.ts';

/** Statement that a Farcaster app has users sign (FIP-11). */
const statement = 'Farcaster Auth';
/** Chain id of OP Mainnet. */
const chainId = 10;
const fidResource = /^farcaster:\/\/fid\/([1-9]\d{0,15})\/?$/;
/** Most that the clock of a user's phone may be off, in ms. */
const skewMs = 5 * 60_000;

export interface ExpectedSignIn {
  readonly nonce: string;
  readonly origin: string;
  readonly madeAtMs: number;
  readonly nowMs: number;
}

/**
 * Proves that a user controls a Farcaster account. The user signs a message of EIP-4361 in the form of FIP-11, with
 * the account's custody address or one of its auth addresses, as the chain has them now. The profile is
 * stored unverified. https://github.com/farcasterxyz/protocol/discussions/110
 *
 * @throws ServiceError `invalid_credentials`, the same for every flaw, and `service_unavailable` if the chain
 *   cannot be read
 */
export async function proveSignIn(
  chain: ChainReader,
  given: Pick<FarcasterLinkBody, 'message' | 'signature' | 'fid'>,
  { expected, profile }: { expected: ExpectedSignIn; profile: Profile | null },
): Promise<Proof> {
  const { message: text } = given;
  const message = readSignInMessage(text);
  const fid = message && fidOf(message);
  if (!message || !fid || fid !== given.fid || !isFor(message, expected)) refuse();
  const { address } = message;
  const signature = given.signature as `0x${string}`;
  if (!(await isSignedBy(chain, { address, message: text, signature }))) refuse();
  const { custodyAddress } = (await findOwner(chain, fid, address)) ?? refuse();
  return toProof({
    method: 'farcaster',
    account: {
      ...toAccountKey(fid),
      details: { fid, owner_address: custodyAddress, ...(profile ? toDetails(profile) : {}) },
    },
    provedAtMs: signedAtOf(message, expected),
  });
}

/** Returns the time of signing by the phone's clock, limited to the time between the creation of the nonce and now. */
const signedAtOf = ({ issuedAtMs }: SignInMessage, { madeAtMs, nowMs }: ExpectedSignIn) =>
  Math.min(nowMs, Math.max(madeAtMs, issuedAtMs));

/** Returns the key of a Farcaster account: its id, which stays the same when its name or custody address changes. */
export const toAccountKey = (fid: number) => ({ type: 'farcaster', subject: String(fid) }) as const;

/** Returns true if a message has the form of FIP-11, is for this nonce and page, and is valid now (S42). */
function isFor(message: SignInMessage, { nonce, origin, madeAtMs, nowMs }: ExpectedSignIn): boolean {
  return (
    message.statement === statement &&
    message.chainId === chainId &&
    message.nonce === nonce &&
    // An attacker's site could pass on a message that the user signed for that site. Domain and address must be this
    // page's.
    message.domain === new URL(origin).host &&
    URL.canParse(message.uri) &&
    new URL(message.uri).origin === origin &&
    message.issuedAtMs >= madeAtMs - skewMs &&
    message.issuedAtMs <= nowMs + skewMs &&
    (message.expirationTimeMs === null || message.expirationTimeMs > nowMs) &&
    (message.notBeforeMs === null || message.notBeforeMs <= nowMs)
  );
}

/** Returns the only Farcaster id in a message, or null if there is none or several. */
function fidOf({ resources }: SignInMessage): number | null {
  const fids = resources.flatMap((one) => fidResource.exec(one)?.[1] ?? []);
  return fids.length === 1 ? Number(fids[0]) : null;
}

function refuse(): never {
  return fail('invalid_credentials', { message: 'The Farcaster sign-in could not be verified. Try again.' });
}
