import type { TestService } from '@latchkey/testkit';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shareBrowser } from '../harness/index.ts';
import { type FrameAnswer, type FrameHostPage, type Person, startFrameFixture } from './fixture.ts';

/** A request on the approval page. */
export interface ApprovalRequest {
  readonly frame: Frame;
  readonly name: string;
  readonly answer: Promise<FrameAnswer | null>;
}

/** How the page is shown. */
export interface Look {
  /** Of the frame, from the beginning on. */
  readonly style?: string;
  readonly locale?: string;
  readonly theme?: 'light' | 'dark';
  /** The chain that the request is for, as our client says it. */
  readonly chainId?: number;
  /** Fields that the message has besides. */
  readonly extra?: object;
}

/** An app whose signatures are approved on the wallet's own page, and someone with a wallet there. */
export interface Approval {
  readonly person: Person;
  readonly host: FrameHostPage;
  /** The host page, with the hidden frame in it. */
  readonly page: Page;
  readonly address: string;
  readonly service: TestService;
  /** A request as it travels to the frame. */
  dataOf(request: object): object;
  /** Shows the approval page, with a request on it. */
  requestFor(request: object, look?: Look): Promise<ApprovalRequest>;
  unmount(name: string): Promise<void>;
  /** One page at a time: a second one would stand below the window. */
  unmountAll(): Promise<void>;
  close(): Promise<void>;
}

export const whole = 'width: 368px; height: 480px; border: 0; display: block';

/** Sets all of it up. */
export async function openApproval(
  surroundings: Parameters<typeof startFrameFixture>[1] = {},
  settings: Parameters<typeof startFrameFixture>[0] = {},
): Promise<Approval> {
  const [fixture, browser] = await Promise.all([
    startFrameFixture({ approval: 'frame', ...settings }, surroundings),
    shareBrowser(),
  ]);
  const [profile, person] = await Promise.all([browser.open(), fixture.logIn()]);
  const host = await fixture.open(profile);
  const { page } = host;
  // A small window, because all of it is painted each time the page is looked at.
  await page.setViewportSize({ width: 400, height: 500 });
  const { accessToken } = person;
  const made = await host.request('privy:wallets:create', { accessToken, chainType: 'ethereum' });
  const address = String(made.data?.address);
  const { service } = fixture;
  const { config, app } = service;

  // No name is given twice: on a busy machine the browser still tells of the last one's frame when the next is there.
  let frames = 0;
  let unmounted = 0;
  const dataOf = (request: object) => ({
    accessToken,
    entropyId: address,
    entropyIdVerifier: 'ethereum-address-verifier',
    chainType: 'ethereum',
    hdWalletIndex: 0,
    request,
  });
  const unmount = (name: string) => page.evaluate((called) => window.frameHost.unmount(called), name);
  return {
    person,
    host,
    page,
    address,
    service,
    dataOf,
    unmount,
    async requestFor(request, { style = whole, locale = 'en', theme = 'light', extra, ...chain } = {}) {
      frames += 1;
      const name = `approve-${frames}`;
      const url = `${config.url}/apps/${app.id}/embedded-wallets/approve?locale=${locale}&theme=${theme}`;
      await page.evaluate(
        ([called, src, given]) => window.frameHost.mount(called, src, { height: 480, style: given }),
        [name, url, style] as const,
      );
      const frame = page.frame({ name });
      if (!frame) throw new Error('there is no approval page');
      const answer = page.evaluate(
        ([called, data]) => window.frameHost.request(called, 'privy:wallets:rpc', data, 600_000),
        [name, { ...dataOf(request), ...chain, ...extra }] as const,
      );
      // A page that is taken away, or a browser that ends, leaves a question without an answer.
      return { frame, name, answer: answer.catch(() => null) };
    },
    async unmountAll() {
      for (; unmounted < frames; unmounted += 1) await unmount(`approve-${unmounted + 1}`);
    },
    async close() {
      await browser.close();
      await fixture.close();
    },
  };
}

export const button = (frame: Frame, name: string) => frame.getByRole('button', { name, exact: true });

/** Scrolls what is signed to its end by the keyboard, as often as it takes until the page takes a yes. */
export async function readToEnd(asking: Pick<Frame, 'locator' | 'getByRole'>, sign = 'Sign'): Promise<void> {
  const box = asking.locator('.sheet');
  const signing = asking.getByRole('button', { name: sign, exact: true });
  await expect
    .poll(
      async () => {
        await box.press('End');
        return signing.isEnabled();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

/**
 * Presses a button as a person does, who has read what they sign: again where a press did not count. Chromium drops presses on a frame that it has just
 * laid out, and the page takes none for a yes while its sight breaks, as it does on a machine under load.
 */
export async function press({ frame, answer }: ApprovalRequest, name: string): Promise<void> {
  const answered = answer.then(() => true);
  // Once a press counted, nothing can be pressed any more. The page looks at its sight for 300 ms after a press.
  const isOver = () => button(frame, 'Reject').isDisabled();
  do {
    if (name === 'Sign') await readToEnd(frame);
    await button(frame, name).click();
  } while (!(await Promise.race([answered, frame.waitForTimeout(2_000).then(isOver)])));
}

/** Every field of the page by its name, in order; a name may come twice. */
export async function readFields({ frame }: ApprovalRequest): Promise<string[]> {
  await frame.locator('dl').first().waitFor();
  return frame
    .locator('dl')
    .evaluateAll((lists) =>
      lists.flatMap((list) =>
        [...list.querySelectorAll('dt')].map(
          (name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`,
        ),
      ),
    );
}
export const warningsOf = ({ frame }: ApprovalRequest) => frame.locator('.warning').allTextContents();
export const titlesOf = ({ frame }: ApprovalRequest) => frame.locator('h2').allTextContents();
export const noteOf = ({ frame }: ApprovalRequest) => frame.locator('.note').textContent();

/** What the vault answered for a signature. */
export const signatureOf = async ({ answer }: ApprovalRequest) =>
  String(((await answer)?.data?.response as { data?: string } | undefined)?.data);
