import {
  createTestClient,
  createTestService,
  type TestClient,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import { afterAll, beforeAll } from 'vitest';

/** Creates functions that sign in users of a real service, each in a separate browser. */
export function createPeople(service: () => TestService) {
  let people = 0;
  return {
    /** Starts a client and signs in a new user. */
    async signedIn(options: TestClientOptions = {}): Promise<TestClient> {
      const test = createTestClient(service(), options);
      await test.client.start();
      people += 1;
      await test.logIn(`person-${people}@company.example`);
      test.sent.length = 0;
      return test;
    },
    /** Opens another page in the same browser, as after a reload. */
    async reloaded(
      { profile }: { profile: TestClientOptions['profile'] },
      options: TestClientOptions = {},
    ): Promise<TestClient & { started: Promise<void> }> {
      const test = createTestClient(service(), { ...options, ...(profile ? { profile } : {}) });
      const started = test.client.start();
      return { ...test, started };
    },
  };
}

/** Shares one service among the tests of a `describe`, with functions that sign in its users. */
export function sharePeople(options?: Parameters<typeof createTestService>[0]) {
  let made: TestService | undefined;
  const service = () => {
    if (!made) throw new Error('The service is there from the first test on');
    return made;
  };
  beforeAll(async () => {
    made = await createTestService(options);
  });
  afterAll(() => made?.close());
  return { service, ...createPeople(service) };
}

export const count = (sent: string[], path: string) => sent.filter((entry) => entry === path).length;

/** Creates a gate that holds replies back until the test opens it. */
export function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Simulates a network that fails for some paths. */
export function downWhen(isDown: (path: string) => boolean): NonNullable<TestClientOptions['network']> {
  return async (request, forward) => {
    if (isDown(new URL(request.url).pathname)) throw new TypeError('Failed to fetch');
    return forward();
  };
}
