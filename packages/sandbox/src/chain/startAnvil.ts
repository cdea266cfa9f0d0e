import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { guard } from '../guard.ts';

export interface AnvilOptions {
  readonly chainId: number;
  /** Seconds between blocks. @default each transaction gets a block at once */
  readonly blockTimeS?: number;
  /** Hardfork of the chain, such as `berlin`, which precedes EIP-1559. @default Anvil's own default */
  readonly hardfork?: string;
  /** True if pages may read all its responses. @default false */
  readonly isForPages?: boolean;
  /** Further command-line options, such as `--block-base-fee-per-gas`. */
  readonly options?: readonly string[];
}

/** A node with a chain of its own, on a free port of this machine. */
export interface Anvil {
  readonly url: string;
  readonly pid: number;
  /** Ends the process. Resolves once it has exited. */
  close(): Promise<void>;
}

const startMs = 60_000;

/** Starts Anvil. It ends with this process (`guard`). */
export async function startAnvil({
  chainId,
  blockTimeS,
  hardfork,
  isForPages,
  options = [],
}: AnvilOptions): Promise<Anvil> {
  const args = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId), ...options];
  // Without CORS headers, pages cannot read its responses. The sandbox's own route filters the methods.
  if (!isForPages) args.push('--no-cors');
  if (blockTimeS) args.push('--block-time', String(blockTimeS));
  if (hardfork !== undefined) args.push('--hardfork', hardfork);
  const child = spawn(anvilPath(), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const kill = guard(child);
  let timer: NodeJS.Timeout | undefined;
  try {
    const url = await new Promise<string>((resolve, reject) => {
      timer = setTimeout(reject, startMs);
      child.once('error', reject);
      child.once('exit', reject);
      let text = '';
      const read = (chunk: Buffer) => {
        text += chunk.toString();
        const address = /Listening on (127\.0\.0\.1:\d+)/.exec(text)?.[1];
        if (!address) return;
        // Discards later output, because a full pipe would block the process.
        child.stdout.off('data', read).resume();
        resolve(`http://${address}`);
      };
      child.stdout.on('data', read);
    });
    return { url, pid: child.pid ?? 0, close };
  } catch (cause) {
    kill();
    const advice = 'Anvil does not start. Run npm ci, or install Foundry (https://getfoundry.sh).';
    throw new Error(advice, cause instanceof Error ? { cause } : {});
  } finally {
    clearTimeout(timer);
  }

  async function close(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    kill();
    await gone;
  }
}

/** Returns the binary from npm for this platform, or the name of the one that Foundry installs. */
function anvilPath(): string {
  const { arch, platform } = process;
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    return createRequire(import.meta.resolve('@foundry-rs/anvil/package.json')).resolve(
      `${name}/bin/${file}`,
    );
  } catch {
    return file;
  }
}
