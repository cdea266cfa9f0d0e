import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Profile, type SharedBrowser, shareBrowser, stopClock } from '../rig/index.ts';
import { signerOfMessage, signerOfTypedData } from '../rig/signer.ts';
import { type Answer, type HostPage, type Person, type Stage, setStage } from './stage.ts';

// Strict approval in a host page made by hand: what the wallet's own page shows, and when a press on it counts.

let stage: Stage;
let browser: SharedBrowser;
let profile: Profile;
let person: Person;
let host: HostPage;
let page: Page;
let address: string;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage({ approval: 'frame' }), shareBrowser()]);
  [profile, person] = await Promise.all([browser.open(), stage.logIn()]);
  host = await stage.open(profile);
  page = host.page;
  const made = await host.ask('privy:wallets:create', {
    accessToken: person.accessToken,
    chainType: 'ethereum',
  });
  address = String(made.data?.address);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** One page at a time: a second one would stand below the window. */
afterEach(async () => {
  while (frames > 0) await unmount(`approve-${frames--}`);
});

const whole = 'width: 368px; height: 480px; border: 0; display: block';
const typedData = {
  domain: { name: 'Tidewater', chainId: 1 },
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Permit: [
      { name: 'spender', type: 'address' },
      { name: 'notes', type: 'Note[]' },
    ],
    Note: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Permit',
  message: { spender: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826', notes: [{ text: 'all of it' }] },
} as const;

const personalSign = (message: string) => ({ method: 'personal_sign', params: [message, address] });
const dataOf = (request: object) => ({
  accessToken: person.accessToken,
  entropyId: address,
  entropyIdVerifier: 'ethereum-address-verifier',
  chainType: 'ethereum',
  hdWalletIndex: 0,
  request,
});

interface Asked {
  readonly frame: Frame;
  readonly name: string;
  readonly answer: Promise<Answer | null>;
}

let frames = 0;
/** Shows the approval page, with a request on it. @param style of the frame, from the beginning on */
async function askFor(request: object, style = whole, locale = 'en'): Promise<Asked> {
  frames += 1;
  const name = `approve-${frames}`;
  const url = `${stage.service.config.url}/apps/${stage.service.app.id}/embedded-wallets/approve?locale=${locale}`;
  await page.evaluate(
    ([called, src, given]) => window.frameHost.mount(called, src, { height: 480, style: given }),
    [name, url, style] as const,
  );
  const frame = page.frame({ name });
  if (!frame) throw new Error('there is no approval page');
  const answer = page.evaluate(
    ([called, data]) => window.frameHost.ask(called, 'privy:wallets:rpc', data, 600_000),
    [name, dataOf(request)] as const,
  );
  // A page that is taken away, or a browser that ends, leaves a question without an answer.
  return { frame, name, answer: answer.catch(() => null) };
}
const button = (frame: Frame, name: string) => frame.getByRole('button', { name, exact: true });
const unmount = (name: string) => page.evaluate((called) => window.frameHost.unmount(called), name);
const signatureOf = async ({ answer }: Asked) =>
  String(((await answer)?.data?.response as { data?: string } | undefined)?.data);

describe('[S14] strict approval', () => {
  test('[S14] the hidden frame signs nothing that was not approved on the page beside it', async () => {
    const { accessToken } = person;
    const request = personalSign('Hello');
    const answers = [
      await host.ask('privy:wallets:rpc', dataOf(request)),
      await host.ask('privy:wallet:rpc', { accessToken, address, request }),
    ];
    for (const { error } of answers) {
      expect(error?.type).toBe('invalid_request_arguments');
      expect(error?.message).toContain("approval: 'frame'");
    }
    // The host page in the words of the approval page: nobody of that origin stands where it does.
    await page.evaluate(
      (data) => window.frameHost.post('vault', { channel: 'latchkey:approve', id: 'x', data }),
      dataOf(request),
    );
    await host.ask('privy:iframe:ready', {});
    expect(await page.evaluate(() => JSON.stringify(window.frameHost.answers()))).not.toContain(
      'latchkey:approve',
    );
  });

  test('[S14] it shows who asks and what is signed, decoded, and signs that at a press', async () => {
    const text = 'Welcome to Tidewater 👋';
    const hex = `0x${Buffer.from(text).toString('hex')}`;
    const message = await askFor(personalSign(hex));
    await message.frame.getByText(text).waitFor();
    const shown = (await message.frame.locator('main').textContent()) ?? '';
    expect(shown).toContain(new URL(page.url()).origin);
    expect(shown).toContain(address);
    await button(message.frame, 'Sign').click();
    expect(signerOfMessage(text, await signatureOf(message))).toBe(address);
    await unmount(message.name);

    const data = await askFor({ method: 'eth_signTypedData_v4', params: [address, typedData] });
    await data.frame.getByText('all of it').waitFor();
    const sheet = (await data.frame.locator('.sheet').textContent()) ?? '';
    expect(sheet).toContain('Permitspender0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826notestextall of it');
    // The chain is no field of the declared domain: it is not signed, and not shown as if it were.
    expect(sheet).toMatch(/DomainnameTidewater$/);
    await button(data.frame, 'Sign').click();
    expect(signerOfTypedData(typedData as never, await signatureOf(data))).toBe(address);
    await unmount(data.name);
  });

  test.each([
    ['de', 'bittet Sie, Daten zu signieren.', 'Domain', 'Signieren', 'Ablehnen'],
    ['es', 'te pide que firmes datos.', 'Dominio', 'Firmar', 'Rechazar'],
    ['ja', 'がデータへの署名を求めています。', 'ドメイン', '署名', '拒否'],
    ['ar-EG', 'يطلب منك توقيع بيانات.', 'النطاق', 'توقيع', 'رفض'],
    // What a host asks for in its place is English.
    ['__proto__', 'asks you to sign data.', 'Domain', 'Sign', 'Reject'],
  ])('it speaks the language of its address: %s', async (locale, asks, domain, sign, reject) => {
    const request = { method: 'eth_signTypedData_v4', params: [address, typedData] };
    const { frame, name } = await askFor(request, whole, locale);
    await button(frame, sign).waitFor();
    await button(frame, reject).waitFor();
    const shown = (await frame.locator('main').textContent()) ?? '';
    expect(shown).toContain(asks);
    // The words are translated, and nothing of what is signed.
    expect(shown).toContain('spender0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826notestextall of it');
    expect(shown).toContain(`${domain}nameTidewater`);
    expect(await frame.locator('html').getAttribute('dir')).toBe(locale === 'ar-EG' ? 'rtl' : 'ltr');
    await unmount(name);
  });

  test('[S14] it passes on that somebody declined, and refuses what it cannot show', async () => {
    const asked = await askFor(personalSign('Hello'));
    await button(asked.frame, 'Reject').click();
    expect((await asked.answer)?.error).toMatchObject({ type: 'error', code: 'user_rejected_request' });
    await unmount(asked.name);
    for (const request of [
      { method: 'eth_sign', params: [address, `0x${'11'.repeat(32)}`] },
      { method: 'personal_sign', params: [{ text: 'Hello' }, address] },
      { method: 'eth_signTypedData_v4', params: [address, 'no JSON'] },
    ]) {
      const refused = await askFor(request);
      expect((await refused.answer)?.error?.type, request.method).toBe('invalid_request_arguments');
      await unmount(refused.name);
    }
  });

  test('[S14] a press counts only after half a second in sight, and only a person’s', async () => {
    await page.clock.install();
    await stopClock(page);
    const cover = (opacity: number) =>
      page.evaluate((given) => {
        document.getElementById('cover')?.remove();
        const element = document.createElement('div');
        element.id = 'cover';
        element.style.cssText = `position: fixed; inset: 0; z-index: 9; background: white; opacity: ${given}`;
        if (given > 0) document.body.append(element);
      }, opacity);
    /** From `armed` on, time runs until the button is armed. @returns how long, in ms */
    async function untilArmed({ frame }: Asked): Promise<number> {
      await expect.poll(() => seenIn(frame)).toBe(true);
      for (let waitedMs = 0; ; waitedMs += 100) {
        if (await button(frame, 'Sign').isEnabled()) return waitedMs;
        expect(waitedMs).toBeLessThan(60_000);
        await page.clock.runFor(100);
      }
    }

    const attacks = [
      ['an overlay', whole, 0.02],
      ['no opacity', `${whole}; opacity: .01`, 0],
      ['a transform', `${whole}; transform: scale(.4)`, 0],
      ['a filter', `${whole}; filter: opacity(.01)`, 0],
      ['no room', 'width: 368px; height: 140px; border: 0; display: block', 0],
    ] as const;
    for (const [name, style, opacity] of attacks) {
      await cover(opacity);
      const asked = await askFor(personalSign('Hello'), style);
      await asked.frame.locator('main').waitFor({ state: 'attached' });
      await seenIn(asked.frame);
      await page.clock.runFor(5_000);
      expect(await button(asked.frame, 'Sign').isDisabled(), name).toBe(true);
      // The same page, shown as it should be, is armed: it was the attack that kept it from that.
      await cover(0);
      await page.evaluate(([called, given]) => window.frameHost.restyle(called, given), [
        asked.name,
        whole,
      ] as const);
      expect(await untilArmed(asked), name).toBeGreaterThanOrEqual(500);
      await unmount(asked.name);
    }

    const asked = await askFor(personalSign('Hello'));
    expect(await untilArmed(asked)).toBeGreaterThanOrEqual(500);
    await asked.frame.evaluate(() => {
      for (const pressed of document.querySelectorAll('button')) {
        pressed.click();
        pressed.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }
    });
    // Either word would have taken both buttons away.
    expect(await button(asked.frame, 'Reject').isEnabled()).toBe(true);
    expect(await button(asked.frame, 'Sign').isEnabled()).toBe(true);
    await button(asked.frame, 'Sign').click();
    expect(signerOfMessage('Hello', await signatureOf(asked))).toBe(address);
  });
});

/** Resolves when the browser has told an observer in the frame how it is seen now. */
const seenIn = (frame: Frame) =>
  frame.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const options: object = { trackVisibility: true, delay: 100 };
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve((entry as unknown as { isVisible: boolean }).isVisible);
        }, options);
        observer.observe(document.querySelector('main') as Element);
      }),
  );
