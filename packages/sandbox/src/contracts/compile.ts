import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Compiled {
  /** ABI as JSON. */
  readonly abi: readonly AbiEntry[];
  /** Bytecode that deploys the contract. */
  readonly bytecode: `0x${string}`;
  /** Bytecode of the deployed contract, for `anvil_setCode`. Immutable values are zero in it. */
  readonly runtime: `0x${string}`;
}

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
 * @throws Error with the compiler's messages, including warnings
 */
export function compile(): Record<string, Compiled> {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'));
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }]),
  );
  const settings = {
    // The oldest version that the compiler supports without a warning. No contract reads the base fee, so each also
    // runs on chains before EIP-1559.
    evmVersion: 'london',
    optimizer: { enabled: true, runs: 200 },
    // Makes the output depend on the code alone, not on comments.
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  };
  // Runs in a separate process, because the compiler uses hundreds of megabytes and catches uncaught exceptions.
  const program = fileURLToPath(import.meta.resolve('solc/solc.js'));
  const text = execFileSync(process.execPath, [program, '--standard-json'], {
    encoding: 'utf8',
    input: JSON.stringify({ language: 'Solidity', sources, settings }),
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // The compiler may print other lines before the output.
  const { contracts = {}, errors = [] } = JSON.parse(text.slice(text.indexOf('{'))) as Output;
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const made = Object.values(contracts).flatMap((file) => Object.entries(file));
  return Object.fromEntries(
    made
      .filter(([, { evm }]) => evm.bytecode.object !== '')
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` },
      ]),
  );
}
