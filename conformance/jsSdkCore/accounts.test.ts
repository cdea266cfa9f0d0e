import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { openApp, versions } from './client.ts';

// How the client without pixels links and unlinks accounts: it asks for codes with its user's token and says no more.

const appId = 'latchkey-test-app-0000001';
const matrix = databases.flatMap((database) => versions.map((one) => ({ database, ...one })));

describe.each(matrix)('js-sdk-core $version, $database', ({ database, name }) => {
  let service: ReachableService;
  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId, sms_auth: true })]);
  });
  afterAll(() => service?.close());

  test('[OTP-10] [LINK-06] [LINK-07] links a phone number and unlinks both, but for the last way in', async () => {
    const { client, users } = await openApp({ name, appId, url: service.url });
    // What a link answers differs by version; both tell their app the user that they asked for after it.
    const told = () => users.at(-1)?.linked_accounts.map((one) => one.address ?? one.phoneNumber);
    const [email, number] = ['ada@example.com', '+12015550100'];
    await client.auth.email.sendCode(email);
    const { user } = await client.auth.email.loginWithCode(email, service.outbox.codeFor(email));

    await client.auth.phone.sendCode('+1 (201) 555-0100');
    await client.auth.phone.linkWithCode('+1 (201) 555-0100', service.outbox.codeFor(number));
    expect([users.at(-1)?.id, told()]).toEqual([user.id, [email, number]]);

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
