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

/** The app that holds the wallets, another that only shows addresses, and the app that uses the wallets. */
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

/** A user with a wallet in an app. */
export interface Holder {
  readonly appId: string;
  readonly token: string;
  readonly address: string;
}

/** Sends a message to the page, by default as a hosted page in the popup. */
export type Say = (data: unknown, as?: { origin?: string; source?: unknown }) => void;

/** Stand-in for a popup. The test handles the addresses that it opens. */
export interface ScriptedPopup {
  readonly window: Window;
  readonly visited: string[];
  close(): void;
}

/** Creates a service with the three apps for all tests of a file, and returns helpers for their interaction. */
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

  /** Returns the service with another app as the default. */
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

  /** Creates a stand-in for a popup of a page. `visit` is called with each address that it opens. */
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

  /** Creates the options for calls as a provider's hosted page. */
  const asHosted = (appId: string, bearer?: string) => ({
    appId,
    origin: hosted,
    ...(bearer ? { bearer } : {}),
  });

  /** Answers a connection request on the hosted page. Returns the address to which the popup is redirected. */
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

  /** Opens the page to which the popup returns, in the same browser. `say` makes the first page its opener. */
  async function comeBack(test: TestClient, url: string, say: Say | null): Promise<TestClient> {
    const opener = say && {
      location: { origin: gameOrigin },
      postMessage: (data: unknown) => say(data, { origin: gameOrigin }),
    };
    const opened = openPage({ profile: test.profile, page: { url, opener } });
    await opened.client.start();
    return opened;
  }

  /** Creates a popup in which the user answers, by default with yes, and which then returns. */
  function agreeingPopup(test: TestClient, holder: Holder, allow = true): ScriptedPopup {
    return openPopup(test, (url, say) => {
      void answer(url, holder, allow).then((back) => comeBack(test, back, say));
    });
  }

  /** Opens a page and logs its user in with a provider app. */
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

  /** Opens a transact URL and takes its request, as the hosted page does. */
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

export const saidBy = async (act: Promise<unknown>) => {
  const { code, message } = await failureOf(act);
  return [code, message];
};

/** Returns the analytics events of a page, with their payloads. */
export async function eventsOf({ requests }: TestClient): Promise<[name: string, payload: object][]> {
  const bodies = await Promise.all(
    requests.filter(({ url }) => url.endsWith('/analytics_events')).map((request) => request.clone().json()),
  );
  return bodies.map(({ event_name, payload: { clientTimestamp: _, ...payload } }) => [event_name, payload]);
}

/** Returns the page's calls of the service, except analytics. */
export const callsOf = ({ sent }: TestClient) => sent.filter((call) => !call.endsWith('/analytics_events'));
