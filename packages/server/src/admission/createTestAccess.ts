import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { addressOf } from '../users/index.ts';
import type { GivenCode } from './proveCode.ts';

/** Prover of the app's test account, to which no code is sent. */
export interface TestAccess {
  /**
   * Proves the app's test account with its fixed code. For every reserved account, a wrong code is counted by network
   * before the result is returned.
   * @returns true if the code is right, false for an account that is not reserved, which a sent code must prove
   * @throws ServiceError `invalid_credentials` for a reserved account with a wrong code, or after too many of them
   */
  prove(app: App, given: GivenCode): Promise<boolean>;
}

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
