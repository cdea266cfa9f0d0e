import type { AppInput, FrameReply } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Approval, approveByPerson } from '../approval/approval.ts';
import type { Browser } from '../frameBrowser.testkit.ts';
import {
  type FrameFixture,
  hello,
  helloBase64,
  isSignedBy,
  named,
  openFrameFixture,
} from '../frameFixture.testkit.ts';
import { signRequest } from './signRequest.ts';

// An app whose signatures are approved on the wallet's own page. e2e/frame/approve.test.ts covers that page in a
// browser.

const app: AppInput = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  approval: 'frame',
};
let fixture: FrameFixture;
let person: Awaited<ReturnType<FrameFixture['logIn']>>;
let browser: Browser;
let publicKey: string;
beforeAll(async () => {
  fixture = await openFrameFixture({ app });
  person = await fixture.logIn();
  browser = await person.openBrowser();
  publicKey = String((await browser.request('privy:solana-wallet:create')).data?.publicKey);
});
afterAll(() => fixture?.close());

const request = { method: 'signMessage', params: { message: helloBase64 } };
const requests = {
  'privy:wallets:rpc': () => ({ ...named(publicKey), chainType: 'solana', hdWalletIndex: 0, request }),
  'privy:solana-wallet:rpc': () => ({ publicKey, request }),
} as const;

test.each(Object.keys(requests) as (keyof typeof requests)[])(
  '[S14] with strict approval, refuses a Solana signature that a host page requests with %s, and names the setting `approval`',
  async (event) => {
    const answer = await browser.request(event, requests[event]());
    expect(answer).toEqual({
      error: { type: 'invalid_request_arguments', message: expect.stringContaining("approval: 'frame'") },
    });
  },
);

test("[S14] signs on Solana with the person's approval", async () => {
  const given = { rootAddress: publicKey, chainType: 'solana', index: 0, request } as const;
  const data = await browser.act((frame, session) =>
    signRequest({ ...frame, approval: approveByPerson() }, session, given),
  );
  expect(isSignedBy({ data: { ...data } }, publicKey, hello)).toBe(true);
});

test.each([
  ['the value true', true],
  ['an object with the field of an approval', { by: 'person' }],
  ['a copy of an approval', { ...approveByPerson() }],
])('[S14] refuses to sign with %s in place of an approval', async (_, approval) => {
  const given = { rootAddress: publicKey, chainType: 'solana', index: 0, request } as const;
  await expect(
    browser.act((frame, session) =>
      signRequest({ ...frame, approval: approval as unknown as Approval }, session, given),
    ),
  ).rejects.toMatchObject({
    type: 'invalid_request_arguments',
    message: expect.stringContaining("approval: 'frame'"),
  });
});

test.each(['approved', 'isApproved', 'approval', 'mustApprove'])(
  "[S14] refuses a host page's message with a field %s, at each of three levels",
  async (field) => {
    const says = field === 'mustApprove' ? false : field === 'approval' ? { by: 'person' } : true;
    const plain = requests['privy:wallets:rpc']();
    const inside = await browser.request('privy:wallets:rpc', { ...plain, [field]: says });
    expect(inside.error).toEqual({
      type: 'invalid_request_arguments',
      message: `privy:wallets:rpc: the field ${field} is missing or not valid`,
    });
    const below = await browser.request('privy:wallets:rpc', {
      ...plain,
      request: { ...request, [field]: says },
    });
    expect(below.error?.message).toContain('the field request');
    // A field beside the payload is not read: the signature is refused as it is without the field.
    const posted: FrameReply[] = [];
    const data = { ...plain, accessToken: person.accessToken };
    await browser.script(
      { id: '1', event: 'privy:wallets:rpc', data, [field]: says },
      { src: '', post: (reply) => void posted.push(reply as FrameReply) },
    );
    expect(posted).toEqual([
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining("approval: 'frame'") }),
      }),
    ]);
  },
);
