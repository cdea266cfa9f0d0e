import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReleaseRequest, readReleaseRequest, toReleaseMessage } from '../../approval/messages.ts';
import type { Browser } from '../../frameBrowser.testkit.ts';
import { type FrameFixture, openFrameFixture, type Person } from '../../frameFixture.testkit.ts';
import { isRefusal } from '../../refusal.ts';
import { releaseByCode } from './releaseByCode.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Tidewater',
  email_auth: true,
  approval: 'frame' as const,
  allowed_origins: ['http://localhost:3000'],
};

let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture({ app });
});
afterAll(() => fixture.close());

const verifier = 'ethereum-address-verifier' as const;

/** Requests a code or a release, as the approval page does. */
const requestIn = (browser: Browser, request: Omit<ReleaseRequest, 'token'>) =>
  browser
    .act((frame, { token }) => releaseByCode(frame, { token, ...request }))
    .catch((error: unknown) => {
      if (isRefusal(error)) return { refused: error.code, details: error.details };
      throw error;
    });

async function create(): Promise<{
  person: Person;
  home: Browser;
  ref: Omit<ReleaseRequest, 'token' | 'code'>;
}> {
  const person = await fixture.logIn();
  const home = await person.openBrowser();
  const { data } = await home.request('privy:wallets:create', { chainType: 'ethereum' });
  return { person, home, ref: { entropyId: String(data?.address), entropyIdVerifier: verifier } };
}

describe('[S14] a wallet of strict approval in a new browser', () => {
  it('opens a wallet in a new browser with the code that its owner was sent, and keeps it there', async () => {
    const { person, ref } = await create();
    const elsewhere = await person.logInElsewhere();
    const refused = await elsewhere.request('privy:wallets:recover', ref);
    expect(refused.error).toMatchObject({
      code: 'recent_login_required',
      confirm_in: 'wallet',
      key: expect.any(String),
    });
    const [first = ''] = person.email;
    expect(await requestIn(elsewhere, ref)).toEqual({ channel: 'email', sent_to: `${first}•••@example.com` });
    const code = fixture.service.outbox.codeFor(person.email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await requestIn(elsewhere, { ...ref, code: wrong })).toMatchObject({
      refused: 'invalid_credentials',
    });
    expect((await elsewhere.request('privy:wallets:connect', ref)).error?.type).toBe('wallet_not_on_device');
    expect(await requestIn(elsewhere, { ...ref, code })).toEqual({});
    // The browser now has its own part, so a reload asks for no code.
    await elsewhere.reload();
    expect((await elsewhere.request('privy:wallets:connect', ref)).data).toEqual({
      entropyId: ref.entropyId,
    });
  });

  it('answers a second request for a code with the time until another one can be sent', async () => {
    const { person, ref } = await create();
    const elsewhere = await person.logInElsewhere();
    await requestIn(elsewhere, ref);
    expect(await requestIn(elsewhere, ref)).toEqual({
      refused: 'too_many_requests',
      details: { retry_after_s: 30 },
    });
  });

  it('does not open a wallet with a code that a host page sends to the hidden frame', async () => {
    const { person, ref } = await create();
    const elsewhere = await person.logInElsewhere();
    await requestIn(elsewhere, ref);
    const code = fixture.service.outbox.codeFor(person.email);
    const { length } = fixture.calls;
    const refused = await elsewhere.request('privy:wallets:recover', { ...ref, code });
    expect(refused.error).toMatchObject({
      type: 'invalid_request_arguments',
      message: 'privy:wallets:recover: the field code is missing or not valid',
    });
    expect(fixture.calls).toHaveLength(length);
  });
});

describe("the approval page's request for a release", () => {
  const origin = 'https://keys.example';
  const pathname = '/apps/app-1/embedded-wallets';
  const host = {};
  const at = (path: string, parent: object = host) => ({ parent, location: { origin, pathname: path } });
  const family = { self: at(pathname), parent: host, origin, pathname };
  const page = at(`${pathname}/approve`);
  const asked = { token: 't', entropyId: '0x1', entropyIdVerifier: verifier, code: '123456' };

  it('reads a request for a release from the approval page beside the vault', () => {
    const { code: _, ...first } = asked;
    for (const release of [asked, first]) {
      const message = { source: page, origin, data: toReleaseMessage('id-1', release) };
      expect(readReleaseRequest(message, family)).toEqual({ id: 'id-1', release });
    }
  });

  it.each<[string, Partial<{ source: unknown; origin: string; data: unknown }>]>([
    ['the host page', { source: host, origin: 'https://app.example' }],
    ['the host page with the origin of the frame', { source: host }],
    ['the export page', { source: at(`${pathname}/export`) }],
    ['a page beside another host', { source: at(`${pathname}/approve`, {}) }],
    ['another app', { source: at('/apps/app-2/embedded-wallets/approve') }],
    ['a code that is too long', { data: toReleaseMessage('id-1', { ...asked, code: '1234567' }) }],
    ['a code that is a number', { data: toReleaseMessage('id-1', { ...asked, code: 123456 as never }) }],
    ['no token', { data: toReleaseMessage('id-1', { ...asked, token: '' }) }],
  ])('does not read a request for a release (%s)', (_, wrong) => {
    const message = { source: page, origin, data: toReleaseMessage('id-1', asked), ...wrong };
    expect(readReleaseRequest(message, family)).toBeNull();
  });
});
