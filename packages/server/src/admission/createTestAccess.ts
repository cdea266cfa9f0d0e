import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { addressOf } from '../users/index.ts';
import type { GivenCode } from './proveCode.ts';

/** The way in of the app's test account, which no message reaches. */
export interface TestAccess {
  /**
   * Proves the app's test account by the code that it always has. Wrong ones are counted by network before anyone learns
   * that they are, for every account that could be it.
   * @returns false for any other account: then a code that was sent must prove it
   * @throws ServiceError `invalid_credentials`
   */
  prove(app: App, given: GivenCode): Promise<boolean>;
}

/** Makes the way in of test accounts. */
export function createTestAccess({
  apps: { testAccounts },
  challenges: { tries },
}: {
  apps: Pick<Apps, 'testAccounts'>;
  challenges: Pick<Challenges, 'tries'>;
}): TestAccess {
  return {
    async prove(app, { to, code }) {
      const test = testAccounts.find(app);
      if (!test || !testAccounts.isReserved(app, addressOf(to))) return false;
      const expected = to.channel === 'email' ? test.email : test.phoneNumber;
      const isRight = await tries.isRight({
        appId: app.id,
        kind: 'test-account',
        network: to.network,
        given: [to.recipient, code],
        expected: [expected, test.code],
      });
      return isRight || fail('invalid_credentials');
    },
  };
}
