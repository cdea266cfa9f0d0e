import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A contract as the compiler gives it. */
export interface Compiled {
  /** ABI as JSON. */
  readonly abi: readonly AbiEntry[];
  /** What deploys it. */
  readonly bytecode: `0x${string}`;
  /** What it is once it is deployed, for `anvil_setCode`. Immutable values are zero in it. */
  readonly runtime: `0x${string}`;
}

/** A function, event, error or constructor. */
export interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly [field: string]: unknown;
}

interface Output {
  readonly errors?: readonly { severity: string; formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { abi: AbiEntry[]; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }
        >
      >
    >
  >;
}

/**
 * Compiles every contract of this folder.
 *
 * @internal
 * @throws Error with what the compiler says, warnings too
 */
export function compile(): Record<string, Compiled> {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'));
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }]),
  );
  const settings = {
    // The oldest that the compiler takes without a warning. No contract reads the base fee, so that each runs on chains
    // before EIP-1559 as well.
    evmVersion: 'london',
    optimizer: { enabled: true, runs: 200 },
    // What is compiled depends on the sources alone, not on what they say beside code.
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  };
  // In a process of its own: the compiler takes hundreds of megabytes, and catches what no one else has caught.
  const program = fileURLToPath(import.meta.resolve('solc/solc.js'));
  const text = execFileSync(process.execPath, [program, '--standard-json'], {
    encoding: 'utf8',
    input: JSON.stringify({ language: 'Solidity', sources, settings }),
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Before the answer it may say what it looked for.
  const { contracts = {}, errors = [] } = JSON.parse(text.slice(text.indexOf('{'))) as Output;
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const made = Object.values(contracts).flatMap((file) => Object.entries(file));
  return Object.fromEntries(
    made
      // Interfaces have no code.
      .filter(([, { evm }]) => evm.bytecode.object !== '')
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` },
      ]),
  );
}
