import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { cloudKitContainer, createCloudKit } from './index.ts';

const { container_identifier: container, environment, api_token } = cloudKitContainer;
const base = `https://apple.example/cloudkit/database/1/${container}/${environment}`;

/** Opens the sign-in page and runs its script as in a popup of a host page. Returns what it posts to its opener. */
async function signIn(routes: ReturnType<typeof createCloudKit>['routes'], account: string) {
  const page = await (await routes.request('https://apple.example/cloudkit/sign-in')).text();
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];
  const listeners = new Map<string, (event: unknown) => Promise<void> | void>();
  const listensFor = (name: string) => ({
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      listeners.set(`${name} ${type}`, listener),
  });
  const form = { ...listensFor('form'), querySelector: () => listensFor('cancel') };
  const heard: unknown[] = [];
  let closed = 0;
  runInNewContext(script, {
    document: { querySelector: () => form },
    FormData: function read() {
      return new URLSearchParams({ account });
    },
    fetch: (path: string, init: RequestInit) => routes.request(`https://apple.example${path}`, init),
    opener: { postMessage: (data: unknown, target: string) => heard.push([data, target]) },
    close: () => {
      closed += 1;
    },
  });
  return {
    heard,
    closed: () => closed,
    submit: () => listeners.get('form submit')?.({ preventDefault() {} }),
    cancel: () => listeners.get('cancel click')?.({}),
  };
}

async function request(routes: ReturnType<typeof createCloudKit>['routes'], token: string) {
  const query = new URLSearchParams({ ckAPIToken: api_token, ckWebAuthToken: token });
  const reply = await routes.request(`${base}/public/users/caller?${query}`);
  const next = reply.headers.get('x-apple-cloudkit-web-auth-token');
  return { status: reply.status, json: await reply.json(), next };
}

test("[RECO-33] Apple's sign-in page posts a web token to its opener, and each token is valid for one request", async () => {
  const { routes } = createCloudKit();
  const page = await signIn(routes, 'ada@icloud.example');
  expect(page.heard).toEqual([]);
  await page.submit();
  const token = expect.stringMatching(/^158__54__.{40,}$/);
  expect(page.heard).toEqual([[{ ckSession: token, ckWebAuthToken: token }, '*']]);
  const [[data]] = page.heard as [[{ ckSession: string }]];
  const first = await request(routes, data.ckSession);
  expect(first.status).toBe(200);
  expect(first.json).toEqual({ userRecordName: '_ada@icloud.example' });
  expect((await request(routes, data.ckSession)).json).toMatchObject({
    serverErrorCode: 'AUTHENTICATION_REQUIRED',
    redirectURL: 'https://apple.example/cloudkit/sign-in',
  });
  expect((await request(routes, first.next ?? '')).status).toBe(200);
});

test("[RECO-33] cancelling at Apple's sign-in page closes it without posting a token", async () => {
  const { routes } = createCloudKit();
  const page = await signIn(routes, 'ada@icloud.example');
  await page.cancel();
  expect(page.closed()).toBe(1);
  expect(page.heard).toEqual([]);
  expect((await request(routes, 'made up')).status).toBe(421);
});
