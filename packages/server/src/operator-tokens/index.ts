/**
 * Tokens of the operator's API, each with a role and an expiry: creates, lists and revokes them, and finds the
 * operator who has one. A token is stored as a keyed hash. Owns table `operator_tokens`. Uses `audit` and `crypto`. The
 * request handler looks a token up at each request, so that a revoked one is refused.
 */
import type { NewOperatorToken, OperatorTokenBody } from '@latchkey/wire';
import type { Implementation } from '../http/index.ts';
import type { Operator, OperatorLookup } from '../operator.ts';

export { createOperatorTokens } from './createOperatorTokens.ts';

/** Creator of a token: a caller of the API, or the command of the program. */
export type TokenAuthor = Operator | 'command';

export interface OperatorTokens extends OperatorLookup {
  readonly routes: Implementation[];
  /**
   * Creates a token.
   *
   * @param body as the wire's schema returns it; without `expires_in_s` the token lives for 90 days
   * @returns the token, which nothing returns again
   * @throws ServiceError `missing_or_invalid_token` if the author's own token has ended meanwhile
   */
  create(body: OperatorTokenBody, author: TokenAuthor): Promise<NewOperatorToken>;
  sweep(): Promise<void>;
}
