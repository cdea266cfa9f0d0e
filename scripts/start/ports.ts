import { createServer } from 'node:net';

/** The addresses that everything of `npm start` listens on. */
export const hosts = ['127.0.0.1', '::1'] as const;

export interface PortUse {
  /** Who needs it, as the subject of a sentence. */
  what: string;
  port: number;
  /** The environment variable that chooses another. */
  variable: string;
}

/** What of several ports is free. */
export interface PortFindings {
  /** Uses whose port another program has, or an earlier one of the uses. */
  readonly taken: readonly PortUse[];
  /** Every use with a port that is free: its own, or the next that was found. */
  readonly free: readonly PortUse[];
}

/** Looks at all ports at once, and finds others for those that are taken or asked for twice. */
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

/** The next free port, which is then used. @throws Error when none is left */
async function nextFree(port: number, used: Set<number>): Promise<number> {
  for (const next of candidates(port)) {
    if (used.has(next) || !(await isFree(next))) continue;
    used.add(next);
    return next;
  }
  throw new Error('No port is free on this machine.');
}

/** First far from the one that is taken, because its neighbours are likely to be taken as well; then all. */
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
    // A machine without IPv6 answers another error than this one; the port is not taken there.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
