import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from '@latchkey/server';
import { createTestService, type TestService } from '@latchkey/testkit';
import type { FrameReply } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { type Host, startHost } from '../../../e2e/rig/host.ts';
import { buildFrame } from '../build.ts';

/** A real service that serves the frame as it is built now, and a host app that may embed it. */
export interface Stage {
  readonly service: TestService;
  readonly host: Host;
  /** Address of the frame's page. */
  readonly frameUrl: string;
  close(): Promise<void>;
}

/** Builds the frame and starts everything on free loopback ports. */
export async function setStage(): Promise<Stage> {
  await buildFrame();
  const host = await startHost();
  host.setPage('/', { body: '' });
  const port = await findFreePort();
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Test app',
    email_auth: true,
    allowed_origins: [host.origin, host.crossSiteOrigin],
  };
  const url = `http://localhost:${port}`;
  const service = await createTestService({ apps: [app], config: { url, port } });
  const listener = await listen(service.service, { port, hosts: ['127.0.0.1'] });
  return {
    service,
    host,
    frameUrl: `${url}/apps/${app.id}/embedded-wallets`,
    async close() {
      await listener.close();
      await service.close();
      await host.close();
    },
  };
}

/** The config of the service names its address, so the port must be known before it listens. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A host page with the frame in it, spoken to as published clients do. */
export interface HostFrame {
  readonly page: Page;
  /** Sends a request and waits for its answer. */
  ask(event: string, data?: unknown): Promise<FrameReply>;
  /** Sends anything; what is answered is in {@link answers}. */
  post(messages: readonly unknown[]): Promise<void>;
  /** Every message that the page has received from the frame so far. */
  answers(): Promise<FrameReply[]>;
}

/** Opens a host page and waits until its frame is ready. */
export async function openHostFrame(page: Page, hostUrl: string, frameUrl: string): Promise<HostFrame> {
  await page.goto(hostUrl);
  await page.evaluate(async (src) => {
    const answers: unknown[] = [];
    const frame = document.createElement('iframe');
    frame.style.display = 'none';
    const { origin } = new URL(src);
    addEventListener('message', (event) => {
      if (event.source === frame.contentWindow && event.origin === origin) answers.push(event.data);
    });
    Object.assign(window, { answers, frame, frameOrigin: origin });
    frame.src = src;
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve));
  }, frameUrl);
  let count = 0;
  const host: HostFrame = {
    page,
    async ask(event, data = {}) {
      count += 1;
      const message = { id: `id-${count}`, event, data };
      return (await page.evaluate(askInPage, message)) as FrameReply;
    },
    post: (messages) => page.evaluate(postInPage, messages),
    answers: () => page.evaluate(() => (window as never as { answers: FrameReply[] }).answers),
  };
  await host.ask('privy:iframe:ready');
  return host;
}

async function askInPage(message: { id: string; event: string; data: unknown }) {
  const { frame, frameOrigin, answers } = window as never as {
    frame: HTMLIFrameElement;
    frameOrigin: string;
    answers: { id: string }[];
  };
  frame.contentWindow?.postMessage(message, frameOrigin);
  for (let waitedMs = 0; waitedMs < 25_000; waitedMs += 5) {
    const answer = answers.find(({ id }) => id === message.id);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${message.event} was not answered`);
}

function postInPage(messages: readonly unknown[]) {
  const { frame, frameOrigin } = window as never as { frame: HTMLIFrameElement; frameOrigin: string };
  for (const message of messages) frame.contentWindow?.postMessage(message, frameOrigin);
}
