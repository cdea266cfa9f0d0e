import type { MethodId } from '@latchkey/wire';
import type { AccountKey, NewAccount } from './users/index.ts';

/** An account that a caller names, and the method with which they intend to prove it. It does not count as proved. */
export interface Claim {
  readonly method: MethodId;
  readonly account: AccountKey & Pick<Partial<NewAccount>, 'details'>;
}

interface Verified {
  readonly method: MethodId;
  /**
   * Type and subject come from the signed or verified data itself. Details may also be claims, such as the name of a
   * wallet's client.
   */
  readonly account: NewAccount;
  /**
   * Time of the proof, Unix ms: the time in the signed data, else that of the verification. Earlier if the proof must
   * not count as recent.
   */
  readonly provedAtMs: number;
  /** True if the account's details are the provider's current data. A login then updates the stored details. */
  readonly isProfile?: true;
}

/**
 * A class only for its private field: the compiler rejects objects of the same shape, such as a proof that was spread
 * with another account. {@link assertProof} rejects cast objects at run time.
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
 * Proof by a login method that a caller has an account. A session is no proof. Only {@link toProof} creates one, and
 * only the files that `check:architecture` permits may call it. An account that a caller merely names is a {@link
 * Claim}.
 */
export type Proof = VerifiedProof;

/** Creates a proof from data that was verified. */
export const toProof = (verified: Verified): Proof => new VerifiedProof(verified);

/** Throws for an object that only looks like a proof, whatever its type says. */
export function assertProof(proof: Proof): void {
  if (!VerifiedProof.is(proof)) throw new TypeError('This is no proof: only what verifies makes one');
}
