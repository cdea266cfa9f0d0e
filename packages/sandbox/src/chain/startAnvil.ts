import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { guard } from '../guard.ts';

/** What a chain is like. */
export interface AnvilOptions {
  readonly chainId: number;
  /** A block every so many seconds. @default one for each transaction, at once */
  readonly blockTimeS?: number;
  /** The rules of the chain, such as `berlin`, which knows no EIP-1559. @default the newest that Anvil knows */
  readonly hardfork?: string;
  /** Whether pages may read its answers, whatever they ask. @default false */
  readonly isForPages?: boolean;
  /** Further options of the program, such as `--block-base-fee-per-gas`. */
  readonly options?: readonly string[];
}

/** A node of a chain of its own, on a free port of this machine. */
export interface Anvil {
  readonly url: string;
  /** The id of its process. */
  readonly pid: number;
  /** Ends the process; resolves when it is gone. */
  close(): Promise<void>;
}

const startMs = 60_000;

/** Starts Anvil; it ends with this process at the latest, however that ends. */
export async function startAnvil({
  chainId,
  blockTimeS,
  hardfork,
  isForPages,
  options = [],
}: AnvilOptions): Promise<Anvil> {
  const args = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId), ...options];
  // Pages ask through the sandbox, which looks at what is asked.
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
        // What it says later is let go: a full pipe would stop it.
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
