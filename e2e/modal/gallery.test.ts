import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBarriers, lookInBothSchemes, screenshot, settle } from '../rig/index.ts';
import { createGate, newEmail, type Stage, startStage, walletsOnLogin } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    app: {
      embedded_wallet_config: walletsOnLogin,
      terms_and_conditions_url: 'https://tidewater.example/terms',
      privacy_policy_url: 'https://tidewater.example/privacy',
    },
  });
});
afterAll(() => stage.close());

const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#0b7285"/><path d="M12 40c7-8 13-8 20 0s13 8 20 0" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/></svg>',
)}`;
const message =
  'Welcome to Tidewater.\n\nSign this to prove that this wallet is yours. It costs nothing.\n\nNonce: 8f2c11';
const mail = {
  domain: { name: 'Tidewater', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Order: [
      { name: 'maker', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'memo', type: 'string' },
    ],
  },
  primaryType: 'Order',
  message: {
    maker: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826',
    amount: '1500000000',
    memo: 'Tide tables, 2026',
  },
};

it.each(['desktop', 'phone'] as const)(
  'has nothing to find for axe on any screen, in light and in dark, %s',
  async (screen) => {
    const held = createGate();
    const act = await stage.open({
      screen,
      config: { appearance: { logo, loginMessage: 'Trade the tides. It takes a minute.' } },
      prepare: async (page) => {
        await holdStays(page);
        await page.route('**/api/v1/frame/**', (route) => held.passed.then(() => route.continue()));
      },
    });
    const found: string[] = [];
    let count = 0;
    const look = (name: string) => {
      count += 1;
      return lookInBothSchemes(act.page, async (colorScheme) => {
        await screenshot(act.page, `modal-${screen}-${colorScheme}-${count}-${name}`);
        const barriers = await findBarriers(act.page, 'latchkey-modal');
        found.push(...barriers.map((barrier) => `${name}, ${colorScheme}: ${barrier}`));
      });
    };
    const email = newEmail();

    await act.openLanding();
    await look('landing');
    await act.page.locator('input[type=email]').fill(email);
    await look('landing-valid');
    await act.sendCode(email);
    await act.page.keyboard.type('12');
    await look('code');
    const digits = await stage.rig.inbox.nextCode(email);
    await act.page.locator('input[name=code]').fill(digits === '000000' ? '111111' : '000000');
    await act.page.getByText('Invalid or expired').waitFor();
    await look('code-wrong');
    await act.page.keyboard.type(digits);
    await act.page.getByText('Success!').waitFor();
    await look('code-success');
    await endStay(act.page);
    await act.screen('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN').waitFor();
    await look('wallet-creating');
    held.open();
    await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    await look('wallet-created');
    await act.page.keyboard.press('Escape');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    const refused = act.page.evaluate(
      (text) => window.host.signMessage({ message: text }).catch(() => null),
      message,
    );
    await act.page.locator('.button.primary:enabled').waitFor();
    await look('sign-message');
    await act.page.keyboard.press('Escape');
    await refused;
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    const signed = act.page.evaluate(
      (typedData) => window.host.signTypedData({ typedData }).catch(() => null),
      mail,
    );
    await act.page.locator('.button.primary:enabled').waitFor();
    await look('sign-typed-data');
    await act.page.getByRole('button', { name: 'Sign', exact: true }).click();
    await act.page.getByRole('heading', { name: 'Signed' }).waitFor();
    await look('signed');
    await act.page.keyboard.press('Escape');
    await signed;
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    const failed = act.page.evaluate(
      (typedData) => window.host.signTypedData({ typedData: typedData as never }).catch(() => null),
      { ...mail, message: { amount: {} } },
    );
    await act.page.locator('.button.primary:enabled').waitFor();
    await act.page.getByRole('button', { name: 'Sign', exact: true }).click();
    await act.screen('ERROR_SCREEN').waitFor();
    await look('error');
    await act.page.keyboard.press('Escape');
    await failed;
    expect(found).toEqual([]);
    await act.close();
  },
);

it.each([
  { screen: 'desktop', colorScheme: 'dark' },
  { screen: 'phone', colorScheme: 'light' },
] as const)('clips and overflows nothing that is long, $screen', async ({ screen, colorScheme }) => {
  const email = `person.with.a.very.long.name.and.a.tag-${screen}@department.of.the.longest.host.example`;
  const act = await stage.open({
    screen,
    colorScheme,
    config: {
      appearance: { landingHeader: 'Log in to the harbour of the tides', loginMessage: 'W'.repeat(100) },
    },
    prepare: holdStays,
  });
  const look = async (name: string) => {
    await settle(act.page);
    await screenshot(act.page, `modal-long-${screen}-${name}`);
    expect(await findOverflow(act.page), name).toEqual([]);
  };
  await act.openLanding();
  await act.page.locator('input[type=email]').fill(email);
  await look('landing');
  await act.sendCode(email);
  await look('code');
  await act.page.keyboard.type(await stage.rig.inbox.nextCode(email));
  await act.page.getByText('Success!').waitFor();
  await endStay(act.page);
  await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
  await act.page.keyboard.press('Escape');
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  const long = `${message}\n${'0x5af3107a4000'.repeat(40)}\n${message.repeat(8)}`;
  const uiOptions = {
    title: 'Prove that you own this wallet',
    description: message,
    buttonText: 'I prove it '.repeat(6),
  };
  for (const [name, input] of Object.entries({
    message: { message: long },
    texts: { message: long, uiOptions },
  })) {
    const refused = act.page.evaluate((asked) => window.host.signMessage(asked).catch(() => null), input);
    await act.page.locator('.button.primary:enabled').waitFor();
    await look(`sign-${name}`);
    await act.page.keyboard.press('Escape');
    await refused;
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  }
  await act.close();
});

it.each(['#000', '#fff', '#ffea00', '#7a00ff'])('stays readable with the accent %s', async (accentColor) => {
  const act = await stage.open({ config: { appearance: { accentColor } } });
  await act.openLanding();
  await act.page.locator('input[type=email]').fill('ada@tidewater.example');
  await lookInBothSchemes(act.page, async (colorScheme) => {
    await screenshot(act.page, `modal-accent-${accentColor.slice(1)}-${colorScheme}`);
    expect(await findBarriers(act.page, 'latchkey-modal'), colorScheme).toEqual([]);
  });
  await act.close();
});

/** Keeps screens that leave by themselves (after 900, 1400, 2500 ms) until `endStay`, so that they can be looked at. */
async function holdStays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [start, stop] = [window.setTimeout, window.clearTimeout];
    const stays = new Map<number, () => void>();
    Object.assign(window, {
      setTimeout: (callback: () => void, ms = 0) => {
        if (![900, 1400, 2500].includes(ms)) return start(callback, ms);
        const id = start(() => {});
        stays.set(id, callback);
        return id;
      },
      clearTimeout: (id: number) => {
        stays.delete(id);
        stop(id);
      },
      endStay: () => {
        const callbacks = [...stays.values()];
        stays.clear();
        for (const callback of callbacks) callback();
      },
    });
  });
}

const endStay = (page: Page) => page.evaluate(() => Reflect.get(window, 'endStay')());

/** Elements of the modal that are wider than their place, or stand outside of the dialog. */
function findOverflow(page: Page): Promise<string[]> {
  return page.locator('dialog').evaluate((dialog) => {
    const box = dialog.getBoundingClientRect();
    return [...dialog.querySelectorAll<HTMLElement>('.shell *:not(.hidden, input)')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (
          left < box.left - 0.5 || right > box.right + 0.5 || element.scrollWidth > element.clientWidth + 1
        );
      })
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
      .map((element) => `${element.tagName} ${element.className}`);
  });
}
