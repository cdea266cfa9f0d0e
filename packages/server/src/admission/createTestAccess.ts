import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import { isEqual, sha256 } from '../crypto/index.ts';
import type { AccountKey } from '../users/index.ts';
import { accountOf, type GivenCode } from './proveCode.ts';

/** The app's test account, which no message reaches. */
export interface TestAccess {
  isTestAccount(app: App, account: AccountKey): boolean;
  /**
   * Proves the app's test account by the code that it always has.
   * @returns false for any other account: then a code that was sent must prove it
   * @throws ServiceError `invalid_credentials`
   */
  prove(app: App, given: GivenCode): Promise<boolean>;
}

/** Makes the way in of test accounts. */
export function createTestAccess({ testAccounts }: Pick<Apps, 'testAccounts'>): TestAccess {
  /** The code that is always good for the app's test account; null for any other. */
  function findCode(app: App, { type, subject }: AccountKey): string | null {
    const test = testAccounts.find(app);
    const address = type === 'email' ? test?.email : type === 'phone' ? test?.phoneNumber : undefined;
    return test && subject === address ? test.code : null;
  }
  return {
    isTestAccount: (app, account) => findCode(app, account) !== null,
    async prove(app, { to, code }) {
      const expected = findCode(app, accountOf(to));
      if (expected === null) return false;
      return isEqual(sha256(code), sha256(expected)) || fail('invalid_credentials');
    },
  };
}
