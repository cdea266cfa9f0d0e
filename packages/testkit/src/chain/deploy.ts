import { type Chain, type ContractName, getContract } from '@latchkey/sandbox';
import * as Abi from 'ox/Abi';
import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiFunction from 'ox/AbiFunction';
import * as Address from 'ox/Address';
import type { Hex } from 'ox/Hex';

/** A contract on a chain. Functions have their names from the source; the arguments select among overloads. */
export interface Contract {
  /** Address with its checksum. */
  readonly address: Hex;
  /** Encodes a call of a function, for the `data` of a transaction. */
  encode(name: string, args?: readonly unknown[]): Hex;
  /** Returns the current result of a function: addresses in lower case, several values as a list. */
  read(name: string, args?: readonly unknown[]): Promise<unknown>;
  /** Calls a function in a transaction, and resolves when it is in a block. @throws if it is reverted */
  write(name: string, args?: readonly unknown[], options?: WriteOptions): Promise<void>;
}

export interface WriteOptions {
  /** Sender. The node sends without its key. @default the node's first account */
  readonly from?: string;
  readonly value?: bigint;
}

type Asked = Pick<Chain, 'request' | 'send'>;

/**
 * Deploys one of the sandbox's contracts from the node's first account.
 *
 * @example const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
 */
export async function deploy(
  chain: Asked,
  name: ContractName,
  args: readonly unknown[] = [],
): Promise<Contract> {
  const { bytecode } = getContract(name);
  const abi = abiOf(name);
  const hasConstructor = abi.some(({ type }) => type === 'constructor');
  const data = hasConstructor
    ? AbiConstructor.encode(AbiConstructor.fromAbi(abi), { bytecode, args: args as never })
    : bytecode;
  const { contractAddress } = await chain.send({ data });
  if (contractAddress === null) throw new Error(`${name} was not deployed`);
  return contractAt(chain, name, contractAddress);
}

/**
 * Puts a contract at a fixed address, such as one that it has on every chain.
 *
 * @throws Error for a contract with a constructor, which would not run
 */
export async function deployAt(chain: Asked, name: ContractName, address: string): Promise<Contract> {
  if (abiOf(name).some(({ type }) => type === 'constructor')) throw new Error(`${name} has a constructor`);
  await chain.request('anvil_setCode', [address, getContract(name).runtime]);
  return contractAt(chain, name, address);
}

export function contractAt(chain: Asked, name: ContractName, at: string): Contract {
  const abi = abiOf(name);
  const address = Address.checksum(at as Hex);
  const find = (fn: string, args: readonly unknown[]) =>
    AbiFunction.fromAbi(abi, fn as never, { args } as never) as AbiFunction.AbiFunction;
  const encode: Contract['encode'] = (fn, args = []) => AbiFunction.encodeData(find(fn, args), args as never);
  return {
    address,
    encode,
    async read(fn, args = []) {
      const answer = await chain.request('eth_call', [{ to: address, data: encode(fn, args) }, 'latest']);
      return AbiFunction.decodeResult(find(fn, args), answer as Hex);
    },
    async write(fn, args = [], { from, value = 0n } = {}) {
      const call = { to: address, data: encode(fn, args), value: `0x${value.toString(16)}` };
      if (from !== undefined) await chain.request('anvil_impersonateAccount', [from]);
      await chain.send(from === undefined ? call : { ...call, from });
    },
  };
}

const abiOf = (name: ContractName): Abi.Abi => Abi.from(getContract(name).abi as Abi.Abi);
