import type { MethodId } from '@latchkey/wire';
import type { NewAccount } from '../users/index.ts';

declare const isProved: unique symbol;

/** What a method found out: who stands at the door. */
interface Verified {
  readonly method: MethodId;
  /** Read from the very thing that was verified, never from what stood beside it. */
  readonly account: NewAccount;
  /** When it was proved, Unix ms: the time that the signed thing bears, else that of the verification. */
  readonly provedAtMs: number;
  /** Whether the account's details are what a provider says now: they take the place of what was kept. */
  readonly isProfile?: true;
}

/**
 * What a method proves: who stands at the door. Never a session. Only {@link toProof} makes one, and only what verifies
 * may call it (`check:rooms`): an account that someone merely names is no proof, whatever else they proved with it.
 */
export interface Proof extends Verified {
  readonly [isProved]: true;
}

/** Makes a proof of what was verified just now, by anyone who verified it. */
export const toProof = (verified: Verified): Proof => verified as Proof;
