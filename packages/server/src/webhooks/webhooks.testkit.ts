import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '@latchkey/testkit';
import { type WebhookEvent, webhookRoutes } from '@latchkey/wire';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: WebhookEvent;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Status of its answers from now on; `hang` never answers, a function answers when it resolves. */
  answer: number | 'hang' | ((one: Received) => Promise<number>);
  /** Breaks off unanswered requests. */
  hangUp(): void;
  /** Resolves when this many requests have arrived. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let heard = () => {};
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const one = { headers: request.headers, body, event: JSON.parse(body) };
      received.push(one);
      heard();
      const { answer } = receiver;
      if (answer === 'hang') return;
      const send = (status: number) => {
        response.writeHead(status, status === 302 ? { location: receiver.url } : {});
        response.end();
      };
      if (typeof answer === 'number') send(answer);
      else void answer(one).then(send);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: 200,
    hangUp: () => server.closeAllConnections(),
    until: (count) =>
      new Promise((resolve) => {
        heard = () => received.length >= count && resolve();
        heard();
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

export async function register(service: TestService, url: string, body: object = {}) {
  const { status, json } = await service.call(webhookRoutes.create, {
    bearer: service.config.adminKey,
    params: { id: service.app.id },
    body: { url, ...body },
  });
  if (status !== 200) throw new Error(`The webhook was answered ${status} ${json.error}`);
  return { id: json.id, secret: json.secret ?? '' };
}

/** Computes the signature that Standard Webhooks 1.0 defines, independently of the service's code. */
export function signatureOf(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
