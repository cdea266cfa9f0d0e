import type { TestService } from '@latchkey/testkit';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shareBrowser } from '../harness/index.ts';
import { type FrameAnswer, type FrameHostPage, type Person, startFrameFixture } from './fixture.ts';

export interface ApprovalRequest {
  readonly frame: Frame;
  readonly name: string;
  readonly answer: Promise<FrameAnswer | null>;
}

/** Appearance of the approval page, and parts of its message. */
export interface Look {
  readonly style?: string;
  readonly locale?: string;
  readonly theme?: 'light' | 'dark';
  readonly chainId?: number;
  readonly extra?: object;
}

/** An app with strict approval, and a user with a wallet in it. */
export interface Approval {
  readonly person: Person;
  readonly host: FrameHostPage;
  /** Host page that contains the hidden frame. */
  readonly page: Page;
  readonly address: string;
  readonly service: TestService;
  /** Returns the data of the message that sends a request to the frame. */
  dataOf(request: object): object;
  requestFor(request: object, look?: Look): Promise<ApprovalRequest>;
  unmount(name: string): Promise<void>;
  /** Removes all approval pages. Tests show one at a time, because a second one would be outside the window. */
  unmountAll(): Promise<void>;
  close(): Promise<void>;
}

export const whole = 'width: 368px; height: 480px; border: 0; display: block';

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
  // The window is small, because all of it is painted each time the page is observed.
  await page.setViewportSize({ width: 400, height: 500 });
  const { accessToken } = person;
  const made = await host.request('privy:wallets:create', { accessToken, chainType: 'ethereum' });
  const address = String(made.data?.address);
  const { service } = fixture;
  const { config, app } = service;

  // Each frame has a new name, because the browser may still report the previous frame when the next one is there.
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
      // If the page is removed or the browser closes, the request gets no answer.
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

/** Scrolls what is signed to its end with the keyboard, repeatedly until the page enables its button. */
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
 * Presses a button as a user who has read the request would, and again if the press did not count: Chromium drops
 * presses on a frame that it has just laid out, and the page counts none while its view is interrupted.
 */
export async function press({ frame, answer }: ApprovalRequest, name: string): Promise<void> {
  const answered = answer.then(() => true);
  // A press that counts disables both buttons. The page watches its visibility for 300 ms after a press.
  const isOver = () => button(frame, 'Reject').isDisabled();
  do {
    if (name === 'Sign') await readToEnd(frame);
    await button(frame, name).click();
  } while (!(await Promise.race([answered, frame.waitForTimeout(2_000).then(isOver)])));
}

/** Returns every field of the page as `name: value`, in order. A name may occur twice. */
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

export const signatureOf = async ({ answer }: ApprovalRequest) =>
  String(((await answer)?.data?.response as { data?: string } | undefined)?.data);
