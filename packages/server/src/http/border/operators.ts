import { fail, isRoleEnough, type OperatorRole } from '@latchkey/wire';
import type { Config } from '../../configShape.ts';
import { isEqual, sha256 } from '../../crypto/index.ts';
import type { Operator, OperatorLookup } from '../../operator.ts';
import type { Failures } from './failures.ts';

/** Finds the operator by the shown key or token, and checks the role. */
export type OperatorCheck = (
  shown: string | null,
  needed: OperatorRole,
  failures: Failures,
) => Promise<Operator>;

const sharedKey: Operator = { id: null, role: 'admin' };

/**
 * Creates the check of the operator's key and tokens. A wrong key and a token that is unknown, expired or revoked get
 * the same answer.
 *
 * @returns a function that throws ServiceError `missing_or_invalid_token`, `insufficient_role`, `too_many_requests`
 */
export function createOperatorCheck(
  { adminKey }: Pick<Config, 'adminKey'>,
  operators: OperatorLookup,
): OperatorCheck {
  const keyHash = adminKey === null ? null : sha256(adminKey);

  async function find(shown: string): Promise<Operator | null> {
    // An attacker could measure how long a comparison of the key takes. So its hash is compared, in constant time.
    if (keyHash !== null && isEqual(sha256(shown), keyHash)) return sharedKey;
    return operators.find(shown);
  }

  return async (shown, needed, failures) => {
    const attempt = failures.begin('admin-key', shown ?? '');
    const operator = shown === null ? null : await find(shown);
    if (!operator) {
      attempt.wrong();
      return fail('missing_or_invalid_token');
    }
    attempt.right();
    if (!isRoleEnough(operator.role, needed)) fail('insufficient_role', { details: { role: needed } });
    return operator;
  };
}
