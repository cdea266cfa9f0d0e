import {
  type BrowserProfile,
  createBrowserProfile,
  createTestClient,
  createTestService,
  createWalletOwner,
  type TestClient,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import { type AppInput, crossAppRoutes, type HostedRequest, type User } from '@latchkey/wire';
import { afterAll, beforeAll, expect } from 'vitest';
import { failureOf } from '../failureOf.testkit.ts';
import { linkCrossAppAccount, loginWithCrossAppAccount } from '../index.ts';

/** The app that holds the wallets, another one that shows addresses alone, and the one that uses them. */
export const providerId = 'latchkey-test-app-0000001';
export const readOnlyId = 'latchkey-read-app-0000001';
export const requesterId = 'latchkey-game-app-0000001';
export const gameOrigin = 'https://game.example';
export const hosted = 'http://localhost:4002';
export const tokenKey = (appId = providerId) => `privy:cross-app:${appId}`;

const base = { email_auth: true, allowed_origins: ['http://localhost:3000'] };
const apps: AppInput[] = [
  {
    ...base,
    id: providerId,
    name: 'Harbour',
    logo_url: 'https://harbour.example/logo.png',
    cross_app_requesters: [{ app_id: requesterId, read_only: false }],
  },
  {
    ...base,
    id: readOnlyId,
    name: 'Gallery',
    cross_app_requesters: [{ app_id: requesterId, read_only: true }],
  },
  {
    ...base,
    id: requesterId,
    name: 'Game',
    cross_app_auth: true,
    guest_auth: true,
    allowed_origins: [gameOrigin],
  },
];

/** A person who has a wallet in an app. */
export interface Holder {
  readonly appId: string;
  readonly token: string;
  readonly address: string;
}

/** What a hosted page says, and as whom. */
export type Say = (data: unknown, as?: { origin?: string; source?: unknown }) => void;

/** A window that a press opened; what it is sent to is the test's. */
export interface ScriptedPopup {
  readonly window: Window;
  readonly visited: string[];
  close(): void;
}

/** A service with the three apps for all tests of a file, and the ways between them. */
export function shareApps() {
  let service: TestService;
  let people = 0;
  beforeAll(async () => {
    service = await createTestService({ apps });
  });
  afterAll(() => service?.close());

  async function createHolder(appId = providerId): Promise<Holder> {
    people += 1;
    const owner = await createWalletOwner(withApp(appId), `holder-${people}@company.example`);
    return { appId, token: owner.user.token, address: owner.wallet.address };
  }

  /** The service as the tests of one app see it. */
  function withApp(id: string): TestService {
    return { ...service, app: { ...service.app, id } };
  }

  function openPage(options: TestClientOptions & { profile?: BrowserProfile } = {}): TestClient {
    const page = { url: `${gameOrigin}/play?level=3`, ...options.page };
    return createTestClient(service, { appId: requesterId, ...options, page });
  }

  async function startPage(options: TestClientOptions = {}): Promise<TestClient> {
    const test = openPage({ profile: createBrowserProfile(), ...options });
    await test.client.start();
    test.sent.length = 0;
    test.requests.length = 0;
    return test;
  }

  /** A window of a page's, whose visits a test answers. */
  function openPopup(test: TestClient, visit: (url: string, say: Say) => void): ScriptedPopup {
    const visited: string[] = [];
    let isClosed = false;
    const window = {
      get closed() {
        return isClosed;
      },
      close() {
        isClosed = true;
      },
      location: {
        set href(url: string) {
          visited.push(url);
          visit(url, (data, { origin = hosted, source = window } = {}) =>
            test.page.dispatch(Object.assign(new Event('message'), { data, origin, source })),
          );
        },
      },
    };
    return { window: window as unknown as Window, visited, close: window.close };
  }

  /** Calls the service as a hosted page of a provider does. */
  const asHosted = (appId: string, bearer?: string) => ({
    appId,
    origin: hosted,
    ...(bearer ? { bearer } : {}),
  });

  /** What the person says on the hosted page; gives the address that they are sent back to. */
  async function answer(url: string, holder: Holder, allow = true): Promise<string> {
    const id = new URL(url).searchParams.get('id') ?? '';
    const call = asHosted(holder.appId, holder.token);
    const { json: hostedRequest } = await service.call(crossAppRoutes.take, { ...call, body: { id } });
    const { json } = await service.call(crossAppRoutes.answer, {
      ...call,
      body: { handle: hostedRequest.handle, allow },
    });
    return 'redirect_to' in json ? json.redirect_to : expect.fail(`It was answered ${json.code}`);
  }

  /** The page that the person comes back to, in the same browser, as the window that was opened. */
  async function comeBack(test: TestClient, url: string, say: Say | null): Promise<TestClient> {
    const opener = say && {
      location: { origin: gameOrigin },
      postMessage: (data: unknown) => say(data, { origin: gameOrigin }),
    };
    const opened = openPage({ profile: test.profile, page: { url, opener } });
    await opened.client.start();
    return opened;
  }

  /** A window whose person agrees and comes back. */
  function agreeingPopup(test: TestClient, holder: Holder, allow = true): ScriptedPopup {
    return openPopup(test, (url, say) => {
      void answer(url, holder, allow).then((back) => comeBack(test, back, say));
    });
  }

  /** A page whose user logged in by another app. */
  async function loggedIn(
    holder?: Holder,
    options?: TestClientOptions,
  ): Promise<TestClient & { holder: Holder; user: User }> {
    const there = holder ?? (await createHolder());
    const test = await startPage(options);
    const popup = agreeingPopup(test, there).window;
    const { user } = await loginWithCrossAppAccount(test.client, { appId: there.appId, popup });
    test.sent.length = 0;
    test.requests.length = 0;
    return { ...test, holder: there, user };
  }

  /** Takes what came in the address of the transact endpoint, as the hosted page does. */
  async function takeRequest(url: string, holder: Holder): Promise<HostedRequest> {
    const response = await service.fetch(new Request(url), { remoteAddress: '127.0.0.1' });
    const id = new URL(response.headers.get('location') ?? hosted).searchParams.get('id') ?? '';
    const call = asHosted(holder.appId, holder.token);
    return (await service.call(crossAppRoutes.take, { ...call, body: { id } })).json;
  }

  return {
    service: () => service,
    agreeingPopup,
    answer,
    asHosted,
    comeBack,
    createHolder,
    loggedIn,
    openPopup,
    startPage,
    takeRequest,
    link: (test: TestClient, holder: Holder) =>
      linkCrossAppAccount(test.client, {
        appId: holder.appId,
        popup: agreeingPopup(test, holder).window,
      }),
  };
}

/** Code and message of a failure. */
export const saidBy = async (act: Promise<unknown>) => {
  const { code, message } = await failureOf(act);
  return [code, message];
};

/** The analytics events of a page, with what they say. */
export async function eventsOf({ requests }: TestClient): Promise<[name: string, payload: object][]> {
  const bodies = await Promise.all(
    requests.filter(({ url }) => url.endsWith('/analytics_events')).map((request) => request.clone().json()),
  );
  return bodies.map(({ event_name, payload: { clientTimestamp: _, ...payload } }) => [event_name, payload]);
}

/** What a page asked the service, but analytics. */
export const callsOf = ({ sent }: TestClient) => sent.filter((call) => !call.endsWith('/analytics_events'));
