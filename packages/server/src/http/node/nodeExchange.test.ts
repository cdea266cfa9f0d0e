import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { limits } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromNode, sendByNode } from './nodeExchange.ts';

/** Answers with the request as it was read. If its body cannot be read, the error's code takes the place of the text. */
const echo: RequestListener = async (message, response) => {
  const { method, path, query, host, headers, readText } = fromNode(message);
  const text = await readText().catch((error: { code?: string }) => error.code ?? 'failed');
  read = text;
  const shown = {
    method,
    path,
    query,
    host,
    app: headers.get('privy-app-id'),
    bearer: headers.get('authorization'),
    text,
  };
  const cookies = path === '/cookies' ? { 'set-cookie': ['a=1', 'b=2'] } : {};
  if (path === '/nothing') sendByNode(response, { status: 204, headers: {}, body: null });
  else sendByNode(response, { status: 200, headers: { ...cookies }, body: JSON.stringify(shown) });
};

let read: string | null = null;
const server = createServer({ joinDuplicateHeaders: true }, echo);
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

function exchange(headers: string[], body: string | Buffer = ''): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const [line = '', ...rest] = headers;
    const head = [`${line} HTTP/1.1`, 'host: x', 'connection: close', ...rest, '', ''].join('\r\n');
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(Buffer.concat([Buffer.from(head), Buffer.from(body)])),
    );
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
  });
}

const bodyOf = (answer: string) => {
  const bytes = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
  return JSON.parse(bytes.toString()) as Record<string, unknown>;
};
const chunked = (...chunks: Buffer[]) =>
  Buffer.concat(
    [...chunks, Buffer.alloc(0)].flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
  );

test('fromNode reads method, address, headers and a body, even in several chunks', async () => {
  const shown = {
    method: 'POST',
    path: '/a/b',
    query: 'c=d',
    host: 'x',
    app: 'app',
    bearer: null,
    text: '{"ä"',
  };
  const body = Buffer.from(shown.text);
  const lines = ['POST /a/b?c=d', 'privy-app-id: app'];
  const whole = await exchange([...lines, `content-length: ${body.length}`], body);
  expect(bodyOf(whole)).toEqual(shown);
  // The first chunk ends within a character.
  const pieces = chunked(body.subarray(0, 3), body.subarray(3));
  expect(bodyOf(await exchange([...lines, 'transfer-encoding: chunked'], pieces))).toEqual(shown);
});

test('[S56] a duplicate header is read as both values, joined', async () => {
  const twice = ['authorization: Bearer a', 'authorization: Bearer b', 'privy-app-id: a', 'privy-app-id: b'];
  expect(bodyOf(await exchange(['GET /', ...twice]))).toMatchObject({
    app: 'a, b',
    bearer: 'Bearer a, Bearer b',
  });
});

test('a request body without a declared length is refused if it exceeds the limit', async () => {
  const long = chunked(Buffer.alloc(limits.bodyBytes), Buffer.from('a'));
  const answer = await exchange(['POST /', 'transfer-encoding: chunked'], long);
  expect(bodyOf(answer).text).toBe('request_too_large');
});

test('an incomplete request body is refused with invalid_data', async () => {
  read = null;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc', () => socket.destroy());
  });
  await expect.poll(() => read).toBe('invalid_data');
});

test('sendByNode writes lengths in bytes, several cookies, no body for 204, and no body for HEAD', async () => {
  const cookies = await exchange(['GET /cookies']);
  expect(cookies).toMatch(/set-cookie: a=1\r\nset-cookie: b=2\r\n/);
  expect(Number(/content-length: (\d+)/.exec(cookies)?.[1])).toBe(cookies.split('\r\n\r\n')[1]?.length);
  expect(await exchange(['GET /nothing'])).toMatch(/^HTTP\/1\.1 204 .*\r\n\r\n$/s);
  expect(await exchange(['HEAD /'])).toMatch(/content-length: \d+\r\n.*\r\n\r\n$/s);
});

test('an absolute request target is read like a path', async () => {
  const answer = await exchange(['GET http://example.com/x?y=z']);
  expect(bodyOf(answer)).toMatchObject({ path: '/x', query: 'y=z', host: 'x' });
});
