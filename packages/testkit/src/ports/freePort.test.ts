import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { startProcess } from '../processes/startProcess.ts';
import { createPorts, type Ports } from './createPorts.ts';
import { freePort } from './freePort.ts';

const opened: Ports[] = [];
afterEach(() => Promise.all(opened.splice(0).map((ports) => ports.close())));

function open(startAt: number): Ports {
  const ports = createPorts(startAt);
  opened.push(ports);
  return ports;
}

it('each port is assigned once, even to simultaneous callers', async () => {
  const ports = open(40);
  const given = await Promise.all(Array.from({ length: 120 }, () => ports.next()));
  expect(new Set(given).size).toBe(120);
});

it('assigned ports are above 10080 and below 32768', async () => {
  const given = await Promise.all([freePort(), open(0).next(), open(209).next(), open(4_194_304).next()]);
  for (const port of given) {
    expect(port).toBeGreaterThan(10_080);
    expect(port).toBeLessThan(32_768);
  }
});

it('a port that is taken on either loopback address is not assigned', async () => {
  const ports = open(80);
  const port = await ports.next();
  const holders = [createServer().listen(port + 1, '127.0.0.1'), createServer().listen(port + 2, '::1')];
  await Promise.all(holders.map((holder) => once(holder, 'listening')));
  const next = await ports.next();
  for (const holder of holders) holder.close();
  expect([port + 1, port + 2]).not.toContain(next);
});

it('ports of one block are not assigned to two owners, in this process or another', async () => {
  const mine = blockOf(await open(120).next());
  expect(blockOf(await open(mine).next())).not.toBe(mine);
  const other = startProcess(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', elsewhere(mine)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [line] = (await once(other.stdout ?? expect.fail(), 'data')) as [Buffer];
  const theirs = blockOf(Number(line));
  expect(theirs).not.toBe(mine);
  expect(blockOf(await open(theirs).next())).not.toBe(theirs);
  other.stdin?.end();
  await once(other, 'exit');
});

function blockOf(port: number): number {
  return Math.floor((port - 11_000) / 100);
}

/** Returns a program that opens a block, prints one of its ports and runs until its input ends. */
function elsewhere(startAt: number): string {
  const file = fileURLToPath(new URL('./createPorts.ts', import.meta.url));
  return `import { createPorts } from ${JSON.stringify(file)};
    console.log(await createPorts(${startAt}).next());
    process.stdin.resume();`;
}
