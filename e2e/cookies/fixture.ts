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

/** Host names of the test, which resolve to this machine. */
const names = {
  app: 'app.latchkey.test',
  own: 'privy.latchkey.test',
  /** The service's name for apps without a name of their own. */
  service: 'auth.service.test',
  evil: 'evil.test',
} as const;
type Name = keyof typeof names;

/** An app with its own address of the service, over TLS, and its host pages. */
export interface OwnDomainFixture {
  readonly service: TestService;
  origin(name: Name): string;
  launch(): Promise<Profile>;
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
    // Lists the app's own address of the service too, which operators normally do not, because SESS-13 can be
    // observed only on a page there.
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

/** Returns true if the host's server answers the path, whatever the host name. The service answers all other paths. */
const isHostPage = ({ url = '' }: IncomingMessage) =>
  [hostPath, chunksPath].some((path) => url.startsWith(path)) || url === '/';

/** Passes a request on with its `Host` header, as an operator's TLS proxy does. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const onward = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
