import { createServer, type Server } from 'node:net';

/**
 * Ports below those that systems by default assign to outgoing connections and to listeners on port 0 (Linux from
 * 32768 on, macOS and Windows from 49152), and above the last one that browsers block (10080).
 */
const range = { first: 11_000, last: 31_999 } as const;

/** Number of ports in a block. The first is its lock; the others are assigned. */
const blockSize = 100;
const blockCount = (range.last - range.first + 1) / blockSize;

const hosts = ['127.0.0.1', '::1'] as const;

/** Assigns ports that other running test processes do not assign. */
export interface Ports {
  next(): Promise<number>;
  /** Releases the blocks. */
  close(): Promise<void>;
}

/**
 * Assigns ports from blocks that this process owns. A process owns a block while it listens on the block's first port.
 * The operating system allows that to one process at a time, also after another owner was killed.
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

/** Listens, and resolves to null if the port is taken or not permitted. */
function listen(host: string, port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      // Without IPv6, nothing can listen there.
      else if (host === '::1') resolve(server);
      else reject(error);
    });
    server.listen(port, host, () => {
      server.unref();
      resolve(server);
    });
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
