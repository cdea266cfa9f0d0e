import { createTestClient, type TestClient, type TestClientOptions } from '@latchkey/testkit';
import type { FrameRequest } from '@latchkey/wire';
import type { Browser } from '../../../../frame/src/frameBrowser.testkit.ts';
import type { FrameFixture } from '../../../../frame/src/frameFixture.testkit.ts';

/** A signed-in client, the browser that runs its frame, and every message to that frame, oldest first. */
export interface WholeClient extends TestClient {
  readonly browser: Browser;
  readonly heard: FrameRequest[];
  /** Signs in the same user in a new browser. */
  inNewBrowser(): Promise<WholeClient>;
  /** Opens another page of the same browser, with its storage. */
  openTab(): Promise<WholeClient>;
}

/**
 * Options of a test client: the host's configuration, its page, and functions that answer requests, delay messages or
 * log in.
 */
export interface WholeOptions {
  readonly config?: NonNullable<TestClientOptions['config']>;
  /** Answers requests that are not for the service. Returns null for a request that the service answers. */
  readonly network?: (request: Request) => Promise<Response> | null;
  readonly page?: TestClientOptions['page'];
  /** Delays a message to the frame until the promise resolves. */
  readonly hold?: (message: FrameRequest) => Promise<void>;
  /** Login method. @default an email code */
  readonly logIn?: (test: TestClient, email: string) => Promise<void>;
}

/**
 * Signs in a user, with the frame's own code and a real service. Only the browser is simulated.
 *
 * @param email an address not used in this fixture yet, for a new user
 */
export async function signInWhole(
  fixture: FrameFixture,
  email: string,
  options: WholeOptions = {},
): Promise<WholeClient> {
  const browser = await fixture.openBrowser();
  const test = await openPage(fixture, email, options, browser);
  await (options.logIn?.(test, email) ?? test.logIn(email));
  return test;
}

async function openPage(
  fixture: FrameFixture,
  email: string,
  options: WholeOptions,
  browser: Browser,
  profile?: TestClient['profile'],
): Promise<WholeClient> {
  const { service } = fixture;
  const heard: FrameRequest[] = [];
  const test = createTestClient(service, {
    ...(options.config ? { config: options.config } : {}),
    ...(profile ? { profile } : {}),
    page: {
      ...options.page,
      async frame(message, page) {
        heard.push(message as FrameRequest);
        if (options.hold) await options.hold(message as FrameRequest);
        browser.script(message, page);
      },
    },
    network: (request) => {
      const answer = options.network?.(request);
      if (answer) return answer;
      request.headers.set('origin', 'http://localhost:3000');
      return service.fetch(request, { remoteAddress: '127.0.0.1' });
    },
  });
  await test.client.start();
  return {
    ...test,
    browser,
    heard,
    inNewBrowser: () => signInWhole(fixture, email, options),
    openTab: () => openPage(fixture, email, options, browser, test.profile),
  };
}
