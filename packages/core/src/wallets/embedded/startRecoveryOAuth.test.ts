import { answerGoogle, type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  cloudsOf,
  createBrowserProfile,
  createTestClient,
  createTestService,
  type TestService,
} from '@latchkey/testkit';
import { cloudRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOpener } from '../../consent/index.ts';
import { startRecoveryOAuth } from '../../index.ts';

const page = 'http://localhost:3000/wallet?tab=1';

let sandbox: Sandbox;
let service: TestService;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  service = await createTestService({
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Cloud',
        email_auth: true,
        allowed_origins: ['http://localhost:3000'],
        embedded_wallet_config: {
          create_on_login: 'off',
          user_owned_recovery_options: ['google-drive', 'icloud'],
          require_user_owned_recovery_on_create: false,
          require_user_password_on_create: false,
        },
      },
    ],
    config: cloudsOf(sandbox),
  });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

/** A popup as the client uses it. `visit` is called when it navigates to an address. */
function createPopup(visit: (url: string) => void) {
  const popup = {
    closed: false,
    close() {
      popup.closed = true;
    },
    location: {
      set href(url: string) {
        visit(url);
      },
    },
  };
  return popup;
}
type Popup = ReturnType<typeof createPopup>;

let people = 0;
/** A signed-in client whose page opens popups. `visit` acts for the user. */
async function signIn(
  visit: (url: string, popup: Popup, post: (data: unknown, from?: object) => void) => void,
) {
  const test = createTestClient(service, { page: { url: page } });
  await test.client.start();
  await test.logIn(`cloud${++people}@company.example`);
  const popup = createPopup((url) => visit(url, popup, post));
  function post(data: unknown, from: object = {}): void {
    const event = { data, origin: 'http://localhost:3000', source: popup, ...from };
    test.page.dispatch(Object.assign(new Event('message'), event));
  }
  Object.assign(test.page.window, { open: () => popup });
  return { ...test, popup };
}

/** Answers Google's consent screen for the user. Returns the address of the redirect back. */
async function consent(url: string, answer: 'allow' | 'deny'): Promise<string> {
  const back = await service.fetch(new Request(await answerGoogle(url, { answer })));
  return back.headers.get('location') ?? '';
}

/** Opens the redirected page in the popup, with the real client. Returns what it posted, and the target origin. */
async function comeBack(
  url: string,
  opener: object | null = { location: { origin: 'http://localhost:3000' } },
) {
  const posted: unknown[] = [];
  const profile = createBrowserProfile();
  const test = createTestClient(service, { profile, page: { url } });
  const postMessage = (data: unknown, target: string) => posted.push([data, target]);
  Object.assign(test.page.window, { opener: opener && { ...opener, postMessage } });
  await test.client.start();
  return { posted, ready: test.client.getState().ready, href: test.page.window.location.href };
}

const reasonOf = async (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: { code: string; details?: { reason?: string } }) => [error.code, error.details?.reason],
  );
const drive = { provider: 'google-drive' } as const;

describe('consent at Google', () => {
  it("[RECO-27, RECO-28] startRecoveryOAuth requests the URL of Google's consent, accepts an answer only from its popup, and exchanges it for a token", async () => {
    const { client, popup, sent } = await signIn(async (url, _, post) => {
      const { posted, ready, href } = await comeBack(await consent(url, 'allow'));
      const [data, target] = posted[0] as [Record<string, unknown>, string];
      expect(data).toMatchObject({ type: 'PRIVY_OAUTH_RESPONSE' });
      expect(posted.length).toBe(1);
      expect(target).toBe('http://localhost:3000');
      expect(ready).toBe(false);
      expect(href).toEqual(page);
      const forged = { ...data, authorizationCode: 'undefined' };
      post(forged, { source: {} }); // another window of the page's own origin
      post(forged, { origin: 'https://evil.example' });
      post({ ...data, type: 'SOMETHING_ELSE' });
      post(data);
    });
    const { accessToken } = await startRecoveryOAuth(client, drive);
    expect(accessToken).toMatch(/^[\w-]{43}$/);
    expect(popup.closed).toBe(true);
    expect(sent.filter((call) => call.includes('/recovery/'))).toEqual([
      `POST ${cloudRoutes.start.path}`,
      `POST ${cloudRoutes.finish.path}`,
    ]);
  });

  it('[RECO-30, RECO-32] startRecoveryOAuth reports that the user denied consent at Google, without redeeming a code', async () => {
    const { client, sent } = await signIn(async (url, _, post) => {
      const { posted } = await comeBack(await consent(url, 'deny'));
      const [data] = posted[0] as [Record<string, unknown>];
      expect(data.authorizationCode).toBe('undefined');
      post(data);
    });
    expect(await reasonOf(startRecoveryOAuth(client, drive))).toEqual(['oauth_user_denied', 'denied']);
    expect(sent).not.toContain(`POST ${cloudRoutes.finish.path}`);
  });

  it('[RECO-29, RECO-32] startRecoveryOAuth rejects an answer from Google that is an error, lacks a code or has another state', async () => {
    const both = {
      type: 'PRIVY_OAUTH_RESPONSE',
      authorizationCode: 'a'.repeat(43),
      stateCode: 's'.repeat(48),
    };
    for (const [data, reason] of [
      [{ ...both, authorizationCode: undefined }, 'failed'],
      [{ ...both, stateCode: undefined }, 'failed'],
      [{ ...both, authorizationCode: '' }, 'failed'],
      [{ type: 'PRIVY_OAUTH_ERROR', error: 'Something went wrong. Try again.' }, 'failed'],
      [both, 'state_mismatch'],
    ] as const) {
      const { client, popup, sent } = await signIn((_, __, post) => post(data));
      expect(await reasonOf(startRecoveryOAuth(client, drive))).toEqual(['unknown_auth_error', reason]);
      expect(popup.closed).toBe(true);
      expect(sent.includes(`POST ${cloudRoutes.finish.path}`)).toBe(false);
    }
  });

  it('[RECO-32] startRecoveryOAuth reports a closed consent popup as a denial, and a blocked one as an error', async () => {
    let see = () => {};
    const seen = new Promise<void>((resolve) => {
      see = resolve;
    });
    const { client, popup, timers, page: host } = await signIn(() => see());
    const asked = reasonOf(startRecoveryOAuth(client, drive));
    await seen;
    popup.close();
    await timers.advance(300);
    await timers.advance(300);
    expect(await asked).toEqual(['oauth_user_denied', 'closed']);
    Object.assign(host.window, { open: () => null });
    expect(await reasonOf(startRecoveryOAuth(client, drive))).toEqual([
      'unknown_auth_error',
      'popup_blocked',
    ]);
  });

  it('startRecoveryOAuth accepts the last message of a consent popup after the popup was found closed', async () => {
    let say = () => {};
    let see = () => {};
    const seen = new Promise<void>((resolve) => {
      see = resolve;
    });
    const { client, popup, timers } = await signIn(async (url, _, post) => {
      const { posted } = await comeBack(await consent(url, 'deny'));
      const [data] = posted[0] as [unknown, string];
      say = () => post(data);
      see();
    });
    const asked = reasonOf(startRecoveryOAuth(client, drive));
    await seen;
    popup.close();
    await timers.advance(300);
    say();
    expect(await asked).toEqual(['oauth_user_denied', 'denied']);
  });

  it("[S35] answerOpener posts the consent result only to an opener of the page's own origin", async () => {
    const back = `${page}&privy_oauth_code=c&privy_oauth_state=s&privy_oauth_provider=google-drive`;
    const foreign = {
      get location(): never {
        throw new DOMException('cross-origin', 'SecurityError');
      },
    };
    for (const opener of [null, { location: { origin: 'https://evil.example' } }]) {
      expect(await comeBack(back, opener)).toMatchObject({ posted: [], ready: true });
    }
    const { window } = createBrowserProfile().open({ url: back });
    Object.assign(window, { opener: foreign });
    expect(answerOpener(window, { code: 'c', stateCode: 's', provider: 'google-drive' }, null)).toBe(false);
    // If one of the three parameters is missing, the page is not a return from the provider and posts nothing.
    expect(await comeBack(`${page}&privy_oauth_code=c&privy_oauth_state=s`)).toMatchObject({ posted: [] });
    const failed = await comeBack(back.replace('code=c', 'code=error'));
    expect(failed.posted).toEqual([
      [{ type: 'PRIVY_OAUTH_ERROR', error: 'Something went wrong. Try again.' }, 'http://localhost:3000'],
    ]);
  });
});

it("[RECO-26, RECO-33] startRecoveryOAuth accepts iCloud's token only from Apple's origin, whichever frame posts it", async () => {
  const { client, requests } = await signIn((url, _, post) => {
    expect(url).toBe(`${sandbox.url}/cloudkit/sign-in`);
    post({ ckSession: 'forged' });
    post({ ckSession: 'forged' }, { origin: 'https://evil.example' });
    post({ ckSession: '' }, { origin: sandbox.url });
    post({ ckSession: 7 }, { origin: sandbox.url });
    post({ ckSession: '158__54__token' }, { origin: sandbox.url, source: {} });
  });
  expect(await startRecoveryOAuth(client, { provider: 'icloud' })).toEqual({ accessToken: '158__54__token' });
  const start = requests.find(({ url }) => url.endsWith('/api/v1/recovery/oauth/init_icloud'));
  expect(start?.method).toBe('POST');
  expect(await start?.json()).toEqual({ client_type: 'web' });
});
