import {
  createTestClient,
  createTestService,
  type TestClient,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import { afterAll, beforeAll } from 'vitest';

/** People with browsers of their own, at a real service. */
export function createPeople(service: () => TestService) {
  let people = 0;
  return {
    /** A started client with a new user signed in. */
    async signedIn(options: TestClientOptions = {}): Promise<TestClient> {
      const test = createTestClient(service(), options);
      await test.client.start();
      people += 1;
      await test.logIn(`person-${people}@company.example`);
      test.sent.length = 0;
      return test;
    },
    /** The same browser after a reload. */
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

/** Has the tests of a `describe` share a service, and people at it. */
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

/** How often a call was sent. */
export const count = (sent: string[], path: string) => sent.filter((entry) => entry === path).length;

/** Holds replies back until a test lets them go. */
export function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** A network that is down for some paths. */
export function downWhen(isDown: (path: string) => boolean): NonNullable<TestClientOptions['network']> {
  return async (request, forward) => {
    if (isDown(new URL(request.url).pathname)) throw new TypeError('Failed to fetch');
    return forward();
  };
}
