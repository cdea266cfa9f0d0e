import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Answer, Incoming } from '../exchange.ts';
import { createNodeServer, type NodeServer } from './nodeServer.ts';

const quick = { headersMs: 200, requestMs: 400, idleMs: 200, exchangeMs: 400, checkMs: 20 };
const patient = { headersMs: 60_000, requestMs: 60_000, idleMs: 60_000, exchangeMs: 60_000, checkMs: 20 };

let opened: NodeServer | null = null;
afterEach(async () => {
  await opened?.close(0);
  opened = null;
});

async function open(answer: (request: Incoming) => Promise<Answer>, times = quick) {
  const server = createNodeServer(answer, times);
  opened = server;
  await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const count = () =>
    new Promise<number>((resolve) => server.server.getConnections((_, open) => resolve(open)));
  return { ...server, count, call: () => dial(port) };
}

/** A connection that collects what comes. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1');
  const heard = { text: '', isOver: false, error: null as string | null };
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard.text += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    heard.error = error.code ?? 'failed';
  });
  socket.on('close', () => {
    heard.isOver = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, heard };
}

const text = async (body: string): Promise<Answer> => ({ status: 200, headers: {}, body });
const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const isOver = ({ heard }: { heard: { isOver: boolean } }) => expect.poll(() => heard.isOver).toBe(true);

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nhost:'],
  ['half a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc'],
  ['a request, and then nothing', get],
])('ends a connection over which came %s', async (_, bytes) => {
  const server = await open(async (request) => text(await request.readText().catch(() => '')));
  const call = await server.call();
  call.socket.write(bytes);
  await isOver(call);
});

test('empty lines between requests do not keep a connection', async () => {
  const server = await open(() => text('x'));
  const call = await server.call();
  call.socket.write(get);
  const drip = setInterval(() => call.socket.writable && call.socket.write('\r\n'), 20);
  await isOver(call);
  clearInterval(drip);
});

test('nor does a person who takes no answer', async () => {
  // More than the buffers of both sides hold.
  const server = await open(() => text('x'.repeat(32_000_000)));
  const call = await server.call();
  call.socket.pause();
  call.socket.write(get);
  await expect.poll(server.count).toBe(1);
  await expect.poll(server.count).toBe(0);
  call.socket.destroy();
});

test.each([
  ['an answer that fails', () => Promise.reject(new Error('a fault'))],
  ['a header that cannot be written', async () => ({ status: 200, headers: { x: 'a\nb' }, body: '' })],
])('%s ends neither the process nor the wait of the client', async (_, answer) => {
  const server = await open(answer as () => Promise<Answer>, patient);
  const call = await server.call();
  call.socket.write(get);
  await isOver(call);
  expect(call.heard.text).toMatch(/^HTTP\/1\.1 500 /);
});

/** Someone in the middle of a request on a connection that had one before. */
async function beginSecond({ call }: Awaited<ReturnType<typeof open>>): Promise<{
  socket: Socket;
  heard: { text: string; isOver: boolean; error: string | null };
}> {
  const made = await call();
  made.socket.write(get);
  await expect.poll(() => made.heard.text).toMatch(/ 200 OK/);
  expect(made.heard.text).not.toMatch(/connection: close/i);
  made.heard.text = '';
  return made;
}

test('a stop ends idle connections at once, and answers who is in the middle of a request', async () => {
  const gate = { open: () => {}, asked: 0 };
  const opening = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const server = await open(async ({ path }) => {
    gate.asked += 1;
    if (path === '/slow') await opening;
    return text(path);
  }, patient);
  const [idle, sending, waiting] = [
    await beginSecond(server),
    await beginSecond(server),
    await beginSecond(server),
  ];
  const silent = await server.call();
  sending.socket.write('GET /half HTTP/1.1\r\n');
  waiting.socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => gate.asked).toBe(4);
  const closed = server.close(60_000);
  await isOver(idle);
  await isOver(silent);
  expect([sending.heard.isOver, waiting.heard.isOver]).toEqual([false, false]);

  sending.socket.write('host: x\r\n\r\n');
  gate.open();
  for (const [call, path] of [
    [sending, '/half'],
    [waiting, '/slow'],
  ] as const) {
    await isOver(call);
    expect(call.heard.error).toBeNull();
    expect(call.heard.text).toMatch(new RegExp(`^HTTP/1.1 200 OK\r\nconnection: close\r\n.*${path}$`, 'is'));
  }
  await closed;
});

test('a stop takes no longer than it may, no matter who is still there', async () => {
  const server = await open(() => new Promise(() => {}), patient);
  const call = await server.call();
  call.socket.write(get);
  await expect.poll(server.count).toBe(1);
  await server.close(50);
  await isOver(call);
});
