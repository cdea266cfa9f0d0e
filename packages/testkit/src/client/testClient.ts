import {
  type ClientOptions,
  createClient,
  createEmailLogin,
  type Environment,
  type LatchkeyClient,
} from '@latchkey/core';
import type { TestService } from '../testService.ts';
import {
  type BrowserPage,
  type BrowserProfile,
  createBrowserProfile,
  type PageOptions,
} from './browserProfile.ts';
import { type MovableTimers, movableTimers } from './movableTimers.ts';

export interface TestClientOptions extends Partial<ClientOptions> {
  /** Share it between clients to create tabs of one browser. */
  profile?: BrowserProfile;
  page?: PageOptions;
  /** The lead of the device's clock over the service's, in ms. */
  aheadMs?: number;
  /** Intercepts requests between client and service, to simulate network failures. */
  network?: (request: Request, forward: () => Promise<Response>) => Promise<Response>;
}

export interface TestClient {
  readonly client: LatchkeyClient;
  readonly page: BrowserPage;
  readonly profile: BrowserProfile;
  /** The client's clock, which advances the service's too. */
  readonly timers: MovableTimers;
  /** Requests of the client, such as 'POST /api/v1/sessions'. */
  readonly sent: string[];
  readonly requests: Request[];
  readonly warnings: string[];
  /** Logs in by email code, through the client's own flow. */
  logIn(email?: string): Promise<void>;
}

export type ClientSide = Pick<TestService, 'clock' | 'config' | 'fetch' | 'outbox'> & { app: { id: string } };

export function createTestClient(service: ClientSide, options: TestClientOptions = {}): TestClient {
  const {
    profile = createBrowserProfile(),
    page: pageOptions,
    aheadMs = 0,
    network = (_, forward) => forward(),
    ...rest
  } = options;
  const page = profile.open(pageOptions);
  const timers = movableTimers(service.clock);
  timers.set(aheadMs);
  const requests: Request[] = [];
  const warnings: string[] = [];
  const sent: string[] = [];

  const environment: Environment = {
    clock: timers,
    window: page.window,
    random: (bytes) => crypto.getRandomValues(bytes),
    warn: (text) => void warnings.push(text),
    isDevelopment: true,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.headers.set('origin', page.window.location.origin);
      requests.push(request.clone());
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return network(request, () => service.fetch(request, { remoteAddress: '127.0.0.1' }));
    },
  };
  const client = createClient({ appId: service.app.id, apiUrl: service.config.url, ...rest }, environment);

  return {
    client,
    page,
    profile,
    timers,
    sent,
    requests,
    warnings,
    async logIn(email = 'ada@company.example') {
      const login = createEmailLogin(client);
      await login.sendCode({ email });
      await login.loginWithCode({ code: service.outbox.codeFor(email) });
    },
  };
}
