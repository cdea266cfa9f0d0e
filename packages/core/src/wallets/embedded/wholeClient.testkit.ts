import { createTestClient, type TestClient, type TestClientOptions } from '@latchkey/testkit';
import type { FrameRequest } from '@latchkey/wire';
import type { Browser } from '../../../../frame/src/frameBrowser.testkit.ts';
import type { FrameFixture } from '../../../../frame/src/frameFixture.testkit.ts';

/** A signed-in client, the browser whose frame it speaks to, and every message to that frame, oldest first. */
export interface WholeClient extends TestClient {
  readonly browser: Browser;
  readonly heard: FrameRequest[];
  /** The same person in a browser that has seen nothing of them. */
  inNewBrowser(): Promise<WholeClient>;
  /** Another page of the same browser, with what it keeps. */
  openTab(): Promise<WholeClient>;
}

/** What a host of these tests passes, and what stands between it and everything that is not the service. */
export interface WholeOptions {
  readonly config?: NonNullable<TestClientOptions['config']>;
  /** Answers what is not for the service; null leaves it to that. */
  readonly network?: (request: Request) => Promise<Response> | null;
  readonly page?: TestClientOptions['page'];
  /** Holds a message to the frame back until it resolves. */
  readonly hold?: (message: FrameRequest) => Promise<void>;
  /** The way they log in. @default by an e-mail code */
  readonly logIn?: (test: TestClient, email: string) => Promise<void>;
}

/**
 * Signs someone in, with the client on the frame's own code and a real service: whole, but for the browser.
 *
 * @param email one that no one has used on this stage, for a new user
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
