import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { openApp, versions } from './client.ts';

// The headless client links and unlinks accounts. It requests codes with its user's token, without saying that they
// are for a link.

const appId = 'latchkey-test-app-0000001';
const matrix = databases.flatMap((database) => versions.map((one) => ({ database, ...one })));

describe.each(matrix)('js-sdk-core $version, $database', ({ database, name }) => {
  let service: ReachableService;
  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId, sms_auth: true })]);
  });
  afterAll(() => service?.close());

  test('[OTP-10] [LINK-06] [LINK-07] js-sdk-core links a phone number and an email address, unlinks each of them, but cannot unlink the last account', async () => {
    const { client, users } = await openApp({ name, appId, url: service.url });
    // The answer to a link differs by version. Each version then fetches the user and passes it to its app.
    const told = () => users.at(-1)?.linked_accounts.map((one) => one.address ?? one.phoneNumber);
    const [email, number] = ['ada@example.com', '+12015550100'];
    await client.auth.email.sendCode(email);
    const { user } = await client.auth.email.loginWithCode(email, service.outbox.codeFor(email));

    await client.auth.phone.sendCode('+1 (201) 555-0100');
    await client.auth.phone.linkWithCode('+1 (201) 555-0100', service.outbox.codeFor(number));
    expect(users.at(-1)?.id).toEqual(user.id);
    expect(told()).toEqual([email, number]);

    await client.auth.email.unlink(email);
    expect(told()).toEqual([number]);
    await expect(client.auth.phone.unlink(number)).rejects.toMatchObject({
      code: 'cannot_unlink_sole_account',
    });

    service.passTime(30_000);
    await client.auth.email.sendCode(email);
    await client.auth.email.linkWithCode(email, service.outbox.codeFor(email));
    await client.auth.phone.unlink(number);
    expect(told()).toEqual([email]);
  });
});
