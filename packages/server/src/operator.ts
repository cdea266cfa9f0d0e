import type { OperatorRole } from '@latchkey/wire';

/** Caller of the operator's API. */
export interface Operator {
  /** Id of the token; null for the shared key. */
  readonly id: string | null;
  readonly role: OperatorRole;
}

/** Lookup of the operator's tokens for the request handler. The module `operator-tokens` implements it. */
export interface OperatorLookup {
  /** Finds the operator who has a token. Returns null if the token is unknown, expired or revoked. */
  find(token: string): Promise<Operator | null>;
}
