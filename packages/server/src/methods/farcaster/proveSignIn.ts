import { type FarcasterLinkBody, fail } from '@latchkey/wire';
import { type Proof, toProof } from '../../admission/index.ts';
import { type ChainReader, isSignedBy, readSignInMessage, type SignInMessage } from '../../ethereum/index.ts';
import { type Profile, toDetails } from './profile.ts';
import { findOwner } from './registry.ts';

/** FIP-11: what a Farcaster app makes people sign. */
const statement = 'Farcaster Auth';
/** OP Mainnet. */
const chainId = 10;
const fidResource = /^farcaster:\/\/fid\/([1-9]\d{0,15})\/?$/;
/** How far the clock of a user's phone may be off. */
const skewMs = 5 * 60_000;

/** What a message must have been signed for. */
export interface ExpectedSignIn {
  readonly nonce: string;
  /** The page that the person was shown. */
  readonly origin: string;
  /** When the nonce was made, and now. */
  readonly madeAtMs: number;
  readonly nowMs: number;
}

/**
 * Proves that someone holds a Farcaster account, by a message of EIP-4361 as FIP-11 has it, that the account's custody
 * address or one of its auth addresses signed, as the chain says now. The profile is kept as a claim.
 * https://github.com/farcasterxyz/protocol/discussions/110
 *
 * @throws ServiceError `invalid_credentials`, the same for every flaw, and `service_unavailable` without the chain
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

/** When the message was signed: by the phone's clock, as far as that can be; never before its nonce was there. */
const signedAtOf = ({ issuedAtMs }: SignInMessage, { madeAtMs, nowMs }: ExpectedSignIn) =>
  Math.min(nowMs, Math.max(madeAtMs, issuedAtMs));

/** The key of a Farcaster account: its id, which stays when name and custody address change. */
export const toAccountKey = (fid: number) => ({ type: 'farcaster', subject: String(fid) }) as const;

/** Whether a message is one of FIP-11, for this nonce and page, and good now (S42). */
function isFor(message: SignInMessage, { nonce, origin, madeAtMs, nowMs }: ExpectedSignIn): boolean {
  return (
    message.statement === statement &&
    message.chainId === chainId &&
    message.nonce === nonce &&
    // A message for another site, that its reader passes on, opens nothing here.
    message.domain === new URL(origin).host &&
    URL.canParse(message.uri) &&
    new URL(message.uri).origin === origin &&
    message.issuedAtMs >= madeAtMs - skewMs &&
    message.issuedAtMs <= nowMs + skewMs &&
    (message.expirationTimeMs === null || message.expirationTimeMs > nowMs) &&
    (message.notBeforeMs === null || message.notBeforeMs <= nowMs)
  );
}

/** The one Farcaster id that a message names; null for none, or several. */
function fidOf({ resources }: SignInMessage): number | null {
  const fids = resources.flatMap((one) => fidResource.exec(one)?.[1] ?? []);
  return fids.length === 1 ? Number(fids[0]) : null;
}

function refuse(): never {
  return fail('invalid_credentials', { message: 'The Farcaster sign-in could not be verified. Try again.' });
}
