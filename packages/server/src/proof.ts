import type { MethodId } from '@latchkey/wire';
import type { AccountKey, NewAccount } from './users/index.ts';

/** An account that someone names, and the method by which they mean to prove it. Nothing of it is known to be true. */
export interface Claim {
  readonly method: MethodId;
  readonly account: AccountKey & Pick<Partial<NewAccount>, 'details'>;
}

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
 * A class for its private field alone: neither a text of the same shape, nor a proof that is spread around another
 * account, is a proof to the compiler, and what was cast to be one is none when it is looked at.
 */
class VerifiedProof implements Verified {
  readonly #isProved = true;
  readonly method: MethodId;
  readonly account: NewAccount;
  readonly provedAtMs: number;
  readonly isProfile?: true;

  constructor({ method, account, provedAtMs, isProfile }: Verified) {
    this.method = method;
    this.account = Object.freeze({ ...account });
    this.provedAtMs = provedAtMs;
    if (isProfile) this.isProfile = isProfile;
    Object.freeze(this);
  }

  static is(value: object): boolean {
    return #isProved in value && value.#isProved;
  }
}

/**
 * What a method proves: who stands at the door. Never a session. Only {@link toProof} makes one, and only what verifies
 * may call it (`check:architecture`): an account that someone merely names is a {@link Claim}, whatever else they proved with it.
 */
export type Proof = VerifiedProof;

/** Makes a proof of what was verified just now, by anyone who verified it. */
export const toProof = (verified: Verified): Proof => new VerifiedProof(verified);

/** Stops what only looks like a proof at the door, whatever the compiler was told of it. */
export function assertProof(proof: Proof): void {
  if (!VerifiedProof.is(proof)) throw new TypeError('This is no proof: only what verifies makes one');
}
