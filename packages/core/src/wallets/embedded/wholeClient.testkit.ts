import { createTestClient, type TestClient } from '@latchkey/testkit';
import type { FrameRequest } from '@latchkey/wire';
import type { Browser } from '../../../../frame/src/frameBrowser.testkit.ts';
import type { FrameStage } from '../../../../frame/src/frameStage.testkit.ts';

/** A signed-in client, the browser whose frame it speaks to, and every message to that frame, oldest first. */
export interface WholeClient extends TestClient {
  readonly browser: Browser;
  readonly heard: FrameRequest[];
  /** The same person in a browser that has seen nothing of them. */
  inNewBrowser(): Promise<WholeClient>;
}

/**
 * Signs someone in, with the client on the frame's own code and a real service: whole, but for the browser.
 *
 * @param email one that no one has used on this stage, for a new user
 */
export async function signInWhole(stage: FrameStage, email: string): Promise<WholeClient> {
  const { service, openBrowser } = stage;
  const browser = await openBrowser();
  const heard: FrameRequest[] = [];
  const test = createTestClient(service, {
    page: {
      frame(message, page) {
        heard.push(message as FrameRequest);
        return browser.script(message, page);
      },
    },
    network: (request) => {
      request.headers.set('origin', 'http://localhost:3000');
      return service.fetch(request, { remoteAddress: '127.0.0.1' });
    },
  });
  await test.client.start();
  await test.logIn(email);
  return { ...test, browser, heard, inNewBrowser: () => signInWhole(stage, email) };
}
