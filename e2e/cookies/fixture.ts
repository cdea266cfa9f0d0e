import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { listen } from '@latchkey/server';
import { createTestService, freePort, type TestService } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { createCertificate } from '../harness/certificate.ts';
import {
  buildHost,
  chunksPath,
  type Profile,
  shareBrowser,
  startHost,
  waitInPage,
} from '../harness/index.ts';
import type {} from '../hosts/coreHost.ts';

/** Names of the test; all of them lead to this machine. */
const names = {
  /** The app's pages. */
  app: 'app.latchkey.test',
  /** The app's own address of the service, on the same domain. */
  own: 'privy.latchkey.test',
  /** Where the service is for everybody. */
  service: 'auth.service.test',
  evil: 'evil.test',
} as const;
type Name = keyof typeof names;

/** An app with an address of its own, over TLS, with its service and its host pages. */
export interface OwnDomainFixture {
  readonly service: TestService;
  origin(name: Name): string;
  /** A person's browser. */
  launch(): Promise<Profile>;
  /** Opens the host page with a started client. `at` is the app's origin unless another is named. */
  open(profile: Profile, at?: Name): Promise<Page>;
  logIn(page: Page, email: string): Promise<void>;
  close(): Promise<void>;
}

const appId = 'latchkey-test-app-0000001';
const hostPath = '/host';

export async function startOwnDomainFixture(): Promise<OwnDomainFixture> {
  const [host, servicePort, port] = [await startHost(), await freePort(), await freePort()];
  const origin = (name: Name) => `https://${names[name]}:${port}`;
  const app = {
    id: appId,
    name: 'With its own address',
    email_auth: true,
    identity_tokens: true,
    // An operator may not put the own address here; the wipe of SESS-13 can only be seen where it is.
    allowed_origins: [origin('app'), origin('own')],
    custom_api_url: origin('own'),
  };
  const config = { url: origin('service'), port: servicePort };
  const service = await createTestService({ apps: [app], config });
  const listener = await listen(service.service, { port: servicePort, hosts: ['127.0.0.1'] });
  host.setPage(hostPath, {
    script: await buildHost(join(import.meta.dirname, '../hosts/coreHost.ts')),
    config: { appId, apiUrl: origin('service') },
  });
  const front = createServer(createCertificate(Object.values(names)), (request, response) =>
    forward(request, response, isHostPage(request) ? host.port : servicePort),
  );
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  const browser = await shareBrowser({ resolve: Object.values(names) });
  return {
    service,
    origin,
    launch: () => browser.open(),
    async open(profile, at = 'app') {
      const page = await profile.context.newPage();
      await page.goto(`${origin(at)}${hostPath}`);
      await waitInPage(page, () => window.latchkey !== undefined);
      await page.evaluate(() => window.latchkey.start());
      return page;
    },
    async logIn(page, email) {
      await page.evaluate((to) => window.latchkey.sendCode(to), email);
      await page.evaluate((code) => window.latchkey.loginWithCode(code), service.outbox.codeFor(email));
    },
    async close() {
      await browser.close();
      front.closeAllConnections();
      front.close();
      await listener.close();
      await service.close();
      await host.close();
    },
  };
}

/** Whatever is not the service's comes from the host's server, also on the service's names. */
const isHostPage = ({ url = '' }: IncomingMessage) =>
  [hostPath, chunksPath].some((path) => url.startsWith(path)) || url === '/';

/** A TLS proxy as an operator has one: it keeps the `Host` header. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const onward = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
