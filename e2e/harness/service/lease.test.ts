import { claimsOf } from '@latchkey/testkit';
import { getAppRoute, limits, pathOf } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { startHarness } from '../harness.ts';
import { signIn } from '../signIn.ts';

const email = 'ada@example.com';
const hourMs = 3_600_000;

test('the next test file gets the same service process with its own apps, none of the previous file’s users and the current time', async () => {
  const first = await startHarness({ app: { name: 'First' } });
  const pid = first.service.pid();
  const { userId } = await signIn(first, email);
  await first.service.advance(hourMs);
  await first.close();
  await expect(fetch(first.url)).rejects.toThrow('fetch failed');

  const second = await startHarness({ app: { name: 'Second' } });
  try {
    expect(second.service.pid()).toBe(pid);
    const config = await fetch(`${second.url}${pathOf(getAppRoute.path, { id: second.appId })}`);
    expect(await config.json()).toMatchObject({ name: 'Second' });
    const person = await signIn(second, email);
    expect(person.userId).not.toBe(userId);
    const lifeMs = claimsOf(person.token).exp * 1000 - Date.now();
    expect(lifeMs).toBeLessThan(limits.accessTokenLifeMs + hourMs / 2);
  } finally {
    await second.close();
  }
});

test('a service process that a test file has killed is not used again', async () => {
  const first = await startHarness();
  const pid = first.service.pid();
  await first.service.kill();
  await first.close();
  const second = await startHarness();
  expect(second.service.pid()).not.toBe(pid);
  await signIn(second, email);
  await second.close();
});
