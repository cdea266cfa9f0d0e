import { createServer } from 'node:net';

/** Addresses on which the started programs listen by default. */
const hosts = ['127.0.0.1', '::1'] as const;

export interface PortUse {
  /** Program that needs the port, such as `the service`, for a message. */
  what: string;
  port: number;
  /** Environment variable that sets another port. */
  variable: string;
}

export interface PortFindings {
  /** Uses whose port another program or an earlier use has taken. */
  readonly taken: readonly PortUse[];
  /** All uses, each with a free port: its own, or another one. */
  readonly free: readonly PortUse[];
}

/** Checks all ports at once, and finds others for those that are taken or requested twice. */
export async function findPorts(uses: readonly PortUse[]): Promise<PortFindings> {
  const areFree = await Promise.all(uses.map(({ port }) => isFree(port)));
  const isOwn = (use: PortUse, index: number) =>
    areFree[index] === true && uses.findIndex(({ port }) => port === use.port) === index;
  const taken = uses.filter((use, index) => !isOwn(use, index));
  const used = new Set(uses.map(({ port }) => port));
  const free: PortUse[] = [];
  for (const use of uses)
    free.push(taken.includes(use) ? { ...use, port: await nextFree(use.port, used) } : use);
  return { taken, free };
}

/** Finds a free port and marks it as used. @throws Error if none is left */
async function nextFree(port: number, used: Set<number>): Promise<number> {
  for (const next of candidates(port)) {
    if (used.has(next) || !(await isFree(next))) continue;
    used.add(next);
    return next;
  }
  throw new Error('No port is free on this machine.');
}

/** Yields ports far from the taken one first, because its neighbours are probably taken as well; then all. */
function* candidates(port: number): Generator<number> {
  const [lowest, highest, stride] = [1_024, 65_535, 100];
  for (let next = port + stride; next <= highest; next += stride) yield next;
  for (let next = lowest; next <= highest; next += 1) yield next;
}

async function isFree(port: number): Promise<boolean> {
  const answers = await Promise.all(hosts.map((host) => isFreeOn(host, port)));
  return answers.every(Boolean);
}

function isFreeOn(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Without IPv6 the error is another one, and the port is not taken there.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
