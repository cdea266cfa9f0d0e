import { custodyRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../frameBrowser.testkit.ts';
import { type FrameFixture, openFrameFixture, type Person } from '../../frameFixture.testkit.ts';

// Concurrent changes of the recovery method. A digest stands in for Argon2id, which has its own vectors.

let fixture: FrameFixture;
/** Number of changes that reach the service together, after each has read the version that it replaces. */
let together = 1;
const waiting: (() => void)[] = [];
async function meet({ url }: Request): Promise<void> {
  if (new URL(url).pathname !== custodyRoutes.setRecovery.path) return;
  const met = new Promise<void>((resolve) => waiting.push(resolve));
  if (waiting.length >= together) for (const go of waiting.splice(0)) go();
  await met;
}
beforeAll(async () => {
  fixture = await openFrameFixture({
    async answer(request) {
      await meet(request);
      return fixture.service.fetch(request);
    },
    stretch: async ({ password, salt }) =>
      new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(...password, ...salt))),
  });
});
afterAll(() => fixture?.close());

async function createWallet() {
  const person = await fixture.logIn();
  const browser = await person.openBrowser();
  const { data } = await browser.request('privy:wallet:create');
  return { person, browser, address: String(data?.address) };
}

const change = async (browser: Browser, address: string, password: string) => {
  const asked = { address, recoveryMethod: 'user-passcode', recoveryPassword: password };
  const { error } = await browser.request('privy:wallet:set-recovery', asked);
  return error?.code ?? error?.type ?? 'changed';
};

/** Returns the passwords that open the wallet in a browser with empty storage. */
async function findOpening(person: Person, address: string, passwords: readonly string[]) {
  const opening: string[] = [];
  for (const recoveryPassword of passwords) {
    const fresh = await person.openBrowser();
    const { error } = await fresh.request('privy:wallet:recover', { address, recoveryPassword });
    if (error) expect(error.type).toBe('invalid_recovery_pin');
    else opening.push(recoveryPassword);
  }
  return opening;
}

test('lets one of two devices win if both change the recovery at once: only its password opens the wallet, and the other device is refused', async () => {
  const { person, browser, address } = await createWallet();
  const other = await person.logInElsewhere();
  expect((await other.request('privy:wallet:recover', { address })).error).toBeUndefined();
  const passwords = ['of the first device', 'of the second device'];
  together = 2;
  const answers = await Promise.all(
    [browser, other].map((device, nth) => change(device, address, passwords[nth] ?? '')),
  );
  together = 1;
  expect([...answers].sort()).toEqual(['changed', 'recovery_changed']);
  const winner = passwords[answers.indexOf('changed')];
  expect(await findOpening(person, address, passwords)).toEqual([winner]);
  // Neither device lost the wallet, and the loser may try again.
  const loser = answers[0] === 'changed' ? other : browser;
  expect(await change(loser, address, 'of the loser')).toBe('changed');
  expect(await findOpening(person, address, [winner ?? '', 'of the loser'])).toEqual(['of the loser']);
});

test('changes the recovery twice if one browser requests two changes at once: only the last password opens the wallet', async () => {
  const { person, browser, address } = await createWallet();
  const passwords = ['of the first tab', 'of the second tab'];
  const answers = await Promise.all(passwords.map((password) => change(browser, address, password)));
  expect(answers).toEqual(['changed', 'changed']);
  expect(await findOpening(person, address, passwords)).toEqual(['of the second tab']);
});
