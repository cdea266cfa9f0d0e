import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to anyone who listens on port 0 (Linux from 32768 on, others
 * from 49152), and above the last one that browsers refuse to visit (10080).
 */
const range = { first: 11_000, last: 31_999 } as const;

/** How many ports lie in a block: its first is the key to it, the others are given out. */
const blockSize = 100;
const blockCount = (range.last - range.first + 1) / blockSize;

/** The addresses that the programs of the tests listen on. */
const hosts = ['127.0.0.1', '::1'] as const;

/** Gives out ports that no other process is given. */
export interface Ports {
  next(): Promise<number>;
  /** Gives the blocks back. */
  close(): Promise<void>;
}

/**
 * Ports of blocks that this process alone has. Anyone who listens on the first port of a block owns it: the system lets one
 * process do that at a time and ends it with the process, so nothing is left behind by one that is killed.
 *
 * @param startAt the number of the block to try first
 */
export function createPorts(startAt: number): Ports {
  const keys: Server[] = [];
  let block = startAt;
  let left: number[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function openBlock(): Promise<number[]> {
    for (let tried = 0; tried < blockCount; tried++) {
      const first = range.first + (block++ % blockCount) * blockSize;
      const key = await listen('127.0.0.1', first);
      if (!key) continue;
      keys.push(key);
      return Array.from({ length: blockSize - 1 }, (_, index) => first + 1 + index);
    }
    throw new Error(`Other programs have every port from ${range.first} to ${range.last}`);
  }
  async function next(): Promise<number> {
    for (;;) {
      if (left.length === 0) left = await openBlock();
      const port = left.shift();
      if (port !== undefined && (await isFree(port))) return port;
    }
  }
  return {
    next() {
      const port = last.then(next);
      last = port.catch(() => undefined);
      return port;
    },
    async close() {
      await Promise.all(keys.splice(0).map(end));
      left = [];
    },
  };
}

async function isFree(port: number): Promise<boolean> {
  for (const host of hosts) {
    const server = await listen(host, port);
    if (!server) return false;
    await end(server);
  }
  return true;
}

/** Listens, and resolves to null where another does. */
function listen(host: string, port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      // A machine without IPv6: no one can listen there, and it counts as free.
      else if (host === '::1') resolve(server);
      else reject(error);
    });
    server.listen(port, host, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Also where it never listened. */
function end(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
