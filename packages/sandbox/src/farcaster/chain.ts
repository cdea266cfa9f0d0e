import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { idRegistry, keyRegistry, type Write } from './registries.ts';

/** A chain of its own: an Anvil node with Farcaster's registries. */
export interface Chain {
  /** Passes a JSON-RPC request on. */
  forward(body: string): Promise<Response>;
  /** Calls a method of the node; gives its result. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Sends a transaction of the node's first account; resolves when it is in a block, throws where it was reverted. */
  send(transaction: { to: string; data: string }): Promise<void>;
  /** Writes to the storage of contracts. */
  write(writes: readonly Write[]): Promise<void>;
  close(): void;
}

/** OP Mainnet, whose messages name it. */
const chainId = 10;
const startMs = 30_000;
const receiptEveryMs = 20;

/** Makes the chain; its node is started by a caller that asks it first, because most runs of the sandbox do without. */
export function createChain(fetch: typeof globalThis.fetch): Chain {
  let node: Promise<{ url: string; child: ChildProcess }> | null = null;

  const pass = (url: string, body: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  async function post(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = await pass(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async function start() {
    const started = await startAnvil();
    await post(started.url, 'anvil_setCode', [idRegistry.address, idRegistry.code]);
    await post(started.url, 'anvil_setCode', [keyRegistry.address, keyRegistry.code]);
    return started;
  }
  const running = () => {
    node ??= start();
    return node;
  };
  const ask: Chain['ask'] = async (method, params) => post((await running()).url, method, params);

  return {
    forward: async (body) => pass((await running()).url, body),
    ask,
    async send(transaction) {
      const [from] = (await ask('eth_accounts', [])) as string[];
      const hash = await ask('eth_sendTransaction', [{ from, ...transaction }]);
      // The node answers before it has made the block.
      for (;;) {
        const receipt = (await ask('eth_getTransactionReceipt', [hash])) as { status: string } | null;
        if (receipt?.status === '0x1') return;
        if (receipt) throw new Error('The transaction was reverted');
        await wait(receiptEveryMs);
      }
    },
    async write(writes) {
      for (const params of writes) await ask('anvil_setStorageAt', params);
    },
    close: () => void node?.then(({ child }) => child.kill('SIGKILL')).catch(() => {}),
  };
}

/** Starts Anvil on a free port of this machine; it ends with this process at the latest. */
function startAnvil(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(anvilPath(), ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
  return new Promise((resolve, reject) => {
    const refuse = (cause?: Error) => {
      clearTimeout(timer);
      kill();
      reject(
        new Error('Anvil does not start. Run npm ci, or install Foundry (https://getfoundry.sh).', { cause }),
      );
    };
    const timer = setTimeout(refuse, startMs);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(text)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve({ url: `http://${address}`, child });
    });
    child.once('error', refuse);
    child.once('exit', () => refuse());
  });
}

/** The program of this platform out of npm, or, where there is none, the one that Foundry installed. */
function anvilPath(): string {
  const { arch, platform } = process;
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    // Beside the package that brings it, wherever npm has put that.
    return createRequire(import.meta.resolve('@foundry-rs/anvil/package.json')).resolve(
      `${name}/bin/${file}`,
    );
  } catch {
    return file;
  }
}
