import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers, stopClock } from '../harness/index.ts';
import { signerOfMessage, signerOfTypedData } from '../harness/signer.ts';
import {
  type Approval,
  type ApprovalRequest,
  button,
  openApproval,
  press,
  readToEnd,
  signatureOf,
  whole,
} from './approvePage.ts';
import type { FrameHostPage, Person } from './fixture.ts';
import { cover, passTime, untilSeen } from './sight.ts';

// Strict approval in a hand-made host page: what the wallet's own page shows, and when a press on it counts.

let approval: Approval;
let person: Person;
let host: FrameHostPage;
let page: Page;
let address: string;

beforeAll(async () => {
  approval = await openApproval();
  ({ person, host, page, address } = approval);
});
afterAll(() => approval?.close());
afterEach(() => approval.unmountAll());

const isWide = process.env.LATCHKEY_WIDE === '1';
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
const dataOf = (request: object) => approval.dataOf(request);
const requestFor = (request: object, style = whole, locale = 'en') =>
  approval.requestFor(request, { style, locale });
const unmount = (name: string) => approval.unmount(name);

describe('[S14] strict approval', () => {
  test('[S14] [S15] with strict approval, the hidden frame refuses a host page’s signature requests, also those that ask for no prompt', async () => {
    const { accessToken } = person;
    const request = personalSign('Hello');
    const answers = [
      await host.request('privy:wallets:rpc', dataOf(request)),
      await host.request('privy:wallet:rpc', { accessToken, address, request }),
    ];
    for (const { error } of answers) {
      expect(error?.type).toBe('invalid_request_arguments');
      expect(error?.message).toContain("approval: 'frame'");
    }
    for (const claim of [{ noPromptOnSignature: true }, { uiOptions: { showWalletUIs: false } }]) {
      const { error } = await host.request('privy:wallets:rpc', { ...dataOf(request), ...claim });
      expect(error?.type).toBe('invalid_request_arguments');
    }
    // The host page imitates the approval page.
    await page.evaluate(
      (data) => window.frameHost.post('vault', { channel: 'latchkey:approve', id: 'x', data }),
      dataOf(request),
    );
    await host.request('privy:iframe:ready', {});
    expect(await page.evaluate(() => JSON.stringify(window.frameHost.answers()))).not.toContain(
      'latchkey:approve',
    );
  });

  test('[S14] the approval page shows the origin that requests a signature and the decoded content, and signs that after a press', {
    tags: 'story',
  }, async () => {
    const text = 'Welcome to Tidewater 👋';
    const hex = `0x${Buffer.from(text).toString('hex')}`;
    const message = await requestFor(personalSign(hex));
    await message.frame.getByText(text).waitFor();
    const shown = (await message.frame.locator('main').textContent()) ?? '';
    expect(shown).toContain(new URL(page.url()).origin);
    expect(shown).toContain(address);
    await press(message, 'Sign');
    expect(signerOfMessage(text, await signatureOf(message))).toBe(address);
    await unmount(message.name);

    const data = await requestFor({ method: 'eth_signTypedData_v4', params: [address, typedData] });
    await data.frame.getByText('all of it').waitFor();
    const sheet = (await data.frame.locator('.sheet').textContent()) ?? '';
    expect(sheet).toContain('Permitspender0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826notestextall of it');
    // The chain is not a field of the declared domain, so it is neither signed nor shown.
    expect(sheet).toMatch(/DomainnameTidewater$/);
    await press(data, 'Sign');
    expect(signerOfTypedData(typedData as never, await signatureOf(data))).toBe(address);
    await unmount(data.name);
  });

  test('[S14] the approval page does not show fields of typed data that are outside the signed types', async () => {
    const { EIP712Domain: _, ...types } = typedData.types;
    const lure = 'Refund of 500 USDC';
    const { spender } = typedData.message;
    const requests = [
      // A domain without a declared type, with fields that EIP-712 does not define.
      { ...typedData, types, domain: { ...typedData.domain, title: lure, [lure]: 1 } },
      { ...typedData, domain: { ...typedData.domain, title: lure } },
      { ...typedData, message: { spender, notes: [{ text: 'all of it', more: lure }], title: lure } },
      {
        ...typedData,
        types: { ...typedData.types, Lure: [{ name: lure, type: 'string' }].slice(1) },
        title: lure,
      },
      // With this primary type only the domain is signed.
      { ...typedData, primaryType: 'EIP712Domain', message: { name: lure } },
    ];
    for (const data of requests) {
      const asked = await requestFor({ method: 'eth_signTypedData_v4', params: [address, data] });
      await press(asked, 'Sign');
      const shown = (await asked.frame.locator('body').textContent()) ?? '';
      expect(shown).toContain('Tidewater');
      expect(shown).not.toContain(lure);
      expect(signerOfTypedData(data as never, await signatureOf(asked))).toBe(address);
      await unmount(asked.name);
    }
  });

  test('the approval page uses the language that its URL names, and English if that is not a language', async () => {
    const request = { method: 'eth_signTypedData_v4', params: [address, typedData] };
    for (const [locale, requests, domain, sign, reject] of [
      ['de', 'möchte, dass Sie Daten signieren.', 'Domain', 'Signieren', 'Ablehnen'],
      ['es', 'quiere que firmes datos.', 'Dominio', 'Firmar', 'Rechazar'],
      ['ja', 'がデータへの署名を求めています。', 'ドメイン', '署名', '拒否'],
      ['ar-EG', 'يطلب منك توقيع بيانات.', 'النطاق', 'توقيع', 'رفض'],
      ['__proto__', 'wants you to sign data.', 'Domain', 'Sign', 'Reject'],
    ] as const) {
      const { frame, name } = await requestFor(request, whole, locale);
      await button(frame, sign).waitFor();
      await button(frame, reject).waitFor();
      const shown = (await frame.locator('main').textContent()) ?? '';
      expect(shown, locale).toContain(requests);
      // The page's own texts are translated; what is signed is not.
      expect(shown, locale).toContain('spender0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826notestextall of it');
      expect(shown, locale).toContain(`${domain}nameTidewater`);
      const direction = await frame.locator('html').getAttribute('dir');
      expect(direction, locale).toBe(locale === 'ar-EG' ? 'rtl' : 'ltr');
      await unmount(name);
    }
  });

  test('the approval page has no accessibility violations, with a request that fits, with one that must be scrolled to its end, and after the scroll', async () => {
    const short = await requestFor(personalSign('Hello'));
    await button(short.frame, 'Sign').waitFor();
    expect(await findBarriers(short.frame)).toEqual([]);
    await unmount(short.name);
    const long = await requestFor(personalSign('Line\n'.repeat(60)));
    await long.frame.getByText('Scroll to the end to sign.').waitFor();
    expect(await findBarriers(long.frame)).toEqual([]);
    await readToEnd(long.frame);
    expect(await findBarriers(long.frame)).toEqual([]);
    await unmount(long.name);
  });

  test('[S14] the approval page reports a rejection to the host page, and refuses unsupported and malformed requests', async () => {
    const asked = await requestFor(personalSign('Hello'));
    await press(asked, 'Reject');
    expect((await asked.answer)?.error).toMatchObject({ type: 'error', code: 'user_rejected_request' });
    await unmount(asked.name);
    for (const request of [
      { method: 'eth_sign', params: [address, `0x${'11'.repeat(32)}`] },
      { method: 'personal_sign', params: [{ text: 'Hello' }, address] },
      { method: 'eth_signTypedData_v4', params: [address, 'no JSON'] },
      // Text in place of an address, and data that does not match its types.
      { method: 'personal_sign', params: ['Hello', 'Your prize is waiting: press Sign'] },
      { method: 'eth_signTypedData_v4', params: [address, { ...typedData, message: {} }] },
    ]) {
      const refused = await requestFor(request);
      expect((await refused.answer)?.error?.type, request.method).toBe('invalid_request_arguments');
      await unmount(refused.name);
    }
  });
});

describe('[S14] a cover that flickers', () => {
  const flicker = (frames: readonly [number, number]) =>
    page.evaluate(([covered, bare]) => {
      const element = document.createElement('div');
      element.id = 'cover';
      document.body.append(element);
      let nth = 0;
      const draw = () => {
        if (!element.isConnected) return;
        const isOver = nth++ % (covered + bare) < covered;
        element.style.cssText = `position: fixed; inset: 0; z-index: 9; background: white; pointer-events: none; ${isOver ? '' : 'display: none'}`;
        requestAnimationFrame(draw);
      };
      draw();
    }, frames);

  async function pressOften({ frame, answer }: ApprovalRequest): Promise<boolean> {
    const place = await button(frame, 'Sign').boundingBox();
    if (!place) throw new Error('there is no button');
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    for (let nth = 0; nth < 60 && !isAnswered; nth += 1) {
      await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      // Waits three frames of the host page, so that the presses are spread over the flicker.
      await page.evaluate(() => {
        const frame = () => new Promise((go) => requestAnimationFrame(go));
        return frame().then(frame).then(frame);
      });
    }
    return isAnswered;
  }

  // Numbers of covered and uncovered frames. At 60 frames a second they flicker once to 30 times a second. The first
  // four run always: the fastest, two rhythms of six frames, which is the interval at which one observer looks, and
  // the slowest.
  const rhythms = [
    [1, 1],
    [5, 1],
    [2, 4],
    [30, 30],
    [1, 2],
    [2, 1],
    [3, 3],
    [4, 2],
    [6, 1],
    [5, 2],
    [12, 2],
  ] as const;
  test.each(isWide ? rhythms : rhythms.slice(0, 4))(
    'the approval page counts no press under a cover that flickers, on for %i frames and off for %i',
    async (covered, bare) => {
      const asked = await requestFor(personalSign('Hello'));
      await button(asked.frame, 'Sign').waitFor();
      await flicker([covered, bare]);
      expect(await pressOften(asked)).toBe(false);
      await cover(page, false);
      // Control: without the cover the same presses sign.
      expect(await pressOften(asked)).toBe(true);
      expect(signerOfMessage('Hello', await signatureOf(asked))).toBe(address);
    },
  );
});

// Runs last, because a stopped clock stays stopped.
describe('[S14] with a stopped clock', () => {
  test('[S14] a press on the approval page counts only if a user made it and the page was in sight and uncovered for a second', async () => {
    await page.clock.install();
    await stopClock(page);
    const untilArmed = ({ frame }: ApprovalRequest) =>
      untilSeen(page, frame, () => button(frame, 'Sign').isEnabled());

    const attacks = [
      ['an overlay', whole, true],
      ['no opacity', `${whole}; opacity: .01`, false],
      ['a transform', `${whole}; transform: scale(.4)`, false],
      ['a filter', `${whole}; filter: opacity(.01)`, false],
      ['a zoom', `${whole}; zoom: .5`, false],
      ['no room', 'width: 368px; height: 140px; border: 0; display: block', false],
    ] as const;
    for (const [name, style, isCovered] of attacks) {
      await cover(page, isCovered);
      const asked = await requestFor(personalSign('Hello'), style);
      await asked.frame.locator('main').waitFor({ state: 'attached' });
      await passTime(page, asked.frame, 5_000);
      expect(await button(asked.frame, 'Sign').isDisabled(), name).toBe(true);
      // Control: shown normally, the same page enables its button, so it was the attack that kept it disabled.
      await cover(page, false);
      await page.evaluate(([called, given]) => window.frameHost.restyle(called, given), [
        asked.name,
        whole,
      ] as const);
      expect(await untilArmed(asked), name).toBeGreaterThanOrEqual(1_000);
      await unmount(asked.name);
    }

    const asked = await requestFor(personalSign('Hello'));
    expect(await untilArmed(asked)).toBeGreaterThanOrEqual(1_000);
    await asked.frame.evaluate(() => {
      for (const pressed of document.querySelectorAll('button')) {
        pressed.click();
        pressed.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }
    });
    await passTime(page, asked.frame, 400);
    // An answer would have disabled both buttons, so no press has counted.
    expect(await button(asked.frame, 'Reject').isEnabled()).toBe(true);
    expect(await button(asked.frame, 'Sign').isEnabled()).toBe(true);

    // Neither press may count: a cover appears right after the first, and is removed while the button is held down in
    // the second.
    await button(asked.frame, 'Sign').click();
    await cover(page, true);
    await passTime(page, asked.frame, 1_000);
    expect(await button(asked.frame, 'Reject').isEnabled()).toBe(true);
    await button(asked.frame, 'Sign').hover({ force: true });
    await page.mouse.down();
    await cover(page, false);
    await untilArmed(asked);
    await page.mouse.up();
    await passTime(page, asked.frame, 400);
    expect(await button(asked.frame, 'Reject').isEnabled()).toBe(true);

    await button(asked.frame, 'Sign').click();
    await passTime(page, asked.frame, 400);
    expect(signerOfMessage('Hello', await signatureOf(asked))).toBe(address);
    await unmount(asked.name);
  });
});
