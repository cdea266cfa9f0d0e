import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
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
  ['a request and then nothing', get],
])('the HTTP server ends a connection that sent %s', async (_, bytes) => {
  const server = await open(async (request) => text(await request.readText().catch(() => '')));
  const call = await server.call();
  call.socket.write(bytes);
  await isOver(call);
});

test('the HTTP server ends a connection that sends empty lines between requests', async () => {
  const server = await open(() => text('x'));
  const call = await server.call();
  call.socket.write(get);
  const drip = setInterval(() => call.socket.writable && call.socket.write('\r\n'), 20);
  await isOver(call);
  clearInterval(drip);
});

test('the HTTP server ends a connection whose client does not read the answer', async () => {
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
])('%s becomes a 500 answer', async (_, answer) => {
  const server = await open(answer as () => Promise<Answer>, patient);
  const call = await server.call();
  call.socket.write(get);
  await isOver(call);
  expect(call.heard.text).toMatch(/^HTTP\/1\.1 500 /);
});

/** Opens a connection and completes one request on it. */
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

test('closing the HTTP server ends idle connections at once and completes requests that have begun', async () => {
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
  expect(sending.heard.isOver).toBe(false);
  expect(waiting.heard.isOver).toBe(false);

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

test('closing the HTTP server ends connections with unanswered requests after the grace period', async () => {
  const server = await open(() => new Promise(() => {}), patient);
  const call = await server.call();
  call.socket.write(get);
  await expect.poll(server.count).toBe(1);
  await server.close(50);
  await isOver(call);
});

/**
 * Sends a request over a kept connection and over new ones. Runs in a thread of its own, because the test's thread is
 * blocked meanwhile, like that of a busy process.
 */
const sender = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, get, sent, fresh } } = require('node:worker_threads');
const calls = [];
function dial() {
  const heard = { text: '', error: null };
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.on('data', (chunk) => { heard.text += chunk; });
  socket.on('error', (error) => { heard.error = error.code; });
  calls.push(new Promise((resolve) => socket.once('close', () => resolve(heard))));
  return { socket, heard };
}
const write = (socket) => new Promise((resolve) => socket.write(get, resolve));
async function send(kept) {
  kept.heard.text = '';
  const others = Array.from({ length: fresh }, dial);
  await Promise.all([kept, ...others].map(({ socket }) => write(socket)));
  Atomics.store(sent, 0, 1);
  Atomics.notify(sent, 0);
  parentPort.postMessage(await Promise.all(calls));
}
const kept = dial();
kept.socket.once('data', () => parentPort.postMessage('ready'));
kept.socket.write(get);
parentPort.once('message', () => void send(kept));
`;

test('closing the HTTP server answers requests that were sent before, on kept and on new connections', async () => {
  const { close, server } = await open(() => text('x'), patient);
  const { port } = server.address() as AddressInfo;
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(sender, { eval: true, workerData: { port, get, sent, fresh: 20 } });
  const next = () => new Promise<unknown>((resolve) => worker.once('message', resolve));
  expect(await next()).toBe('ready');
  const replies = next();
  worker.postMessage('send');
  // 'not-equal' if the worker was faster than this thread.
  expect(Atomics.wait(sent, 0, 0, 10_000)).not.toBe('timed-out');
  await close(10_000);
  const answered = { text: expect.stringMatching(/^HTTP\/1\.1 200 .*connection: close/is), error: null };
  expect(await replies).toEqual(Array(21).fill(answered));
  await worker.terminate();
});

test('an HTTP server that stops accepting refuses new connections, and answers once more on each open one', async () => {
  const server = await open(({ path }) => text(path), patient);
  const [kept, silent] = [await beginSecond(server), await server.call()];
  await expect.poll(server.count).toBe(2);
  const { port } = server.server.address() as AddressInfo;
  const ended = server.stopAccepting();
  const late = connect(port, '127.0.0.1');
  const [refusal] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  expect(refusal.code).toBe('ECONNREFUSED');
  for (const call of [kept, silent]) {
    call.socket.write(get);
    await isOver(call);
    expect(call.heard.error).toBeNull();
    expect(call.heard.text).toMatch(/^HTTP\/1.1 200 OK\r\nconnection: close\r\n/i);
  }
  await ended;
});
