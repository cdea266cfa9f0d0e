import type { AppInput } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../frameBrowser.testkit.ts';
import {
  type FrameStage,
  hello,
  helloBase64,
  isSignedBy,
  named,
  openFrameStage,
} from '../frameStage.testkit.ts';
import { signRequest } from './signRequest.ts';

// An app whose signatures are approved on the wallet's own page. That page, in a browser, is e2e/frame/approve.test.ts.

const app: AppInput = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  approval: 'frame',
};
let stage: FrameStage;
let browser: Browser;
let publicKey: string;
beforeAll(async () => {
  stage = await openFrameStage({ app });
  browser = await (await stage.logIn()).openBrowser();
  publicKey = String((await browser.ask('privy:solana-wallet:create')).data?.publicKey);
});
afterAll(() => stage?.close());

const request = { method: 'signMessage', params: { message: helloBase64 } };
const asks = {
  'privy:wallets:rpc': () => ({ ...named(publicKey), chainType: 'solana', hdWalletIndex: 0, request }),
  'privy:solana-wallet:rpc': () => ({ publicKey, request }),
} as const;

test.each(Object.keys(asks) as (keyof typeof asks)[])(
  '[S14] signs nothing on Solana that a host page asks for by %s, and names the setting',
  async (event) => {
    const answer = await browser.ask(event, asks[event]());
    expect(answer).toEqual({
      error: { type: 'invalid_request_arguments', message: expect.stringContaining("approval: 'frame'") },
    });
  },
);

test('[S14] signs on Solana what was approved on its own page', async () => {
  const given = { rootAddress: publicKey, chainType: 'solana', index: 0, request } as const;
  const data = await browser.act((frame, session) =>
    signRequest({ ...frame, mustApprove: false }, session, given),
  );
  expect(isSignedBy({ data: { ...data } }, publicKey, hello)).toBe(true);
});
