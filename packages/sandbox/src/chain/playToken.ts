import * as Abi from 'ox/Abi';
import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiFunction from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import { getContract } from '../contracts/index.ts';
import type { Chain } from './createChain.ts';

/**
 * The token of the devnet, an ERC-20. Its address follows from who deploys it as their first transaction, so that it is
 * the same at every start.
 */
export const playToken = {
  name: 'Play Dollar',
  symbol: 'PLAY',
  decimals: 6,
  address: '0x6CbD17B2928842852A1B206d2BD169517E9ed9F9',
} as const;

/** No one has its key: the node sends for it without. */
const deployer = '0x506C61790000000000000000000000000000d011';
const { abi, bytecode } = getContract('TestToken');
const readable = Abi.from(abi as Abi.Abi);
const balanceOf = AbiFunction.fromAbi(readable, 'balanceOf' as never) as AbiFunction.AbiFunction;

/** Deploys the token on a chain that has just begun. */
export async function deployPlayToken(ask: Chain['ask']): Promise<void> {
  const { name, symbol, decimals } = playToken;
  const args = [name, symbol, decimals] as never;
  const data = AbiConstructor.encode(AbiConstructor.fromAbi(readable), { bytecode, args });
  await ask('anvil_setBalance', [deployer, '0xde0b6b3a7640000']);
  await ask('anvil_impersonateAccount', [deployer]);
  await ask('eth_sendTransaction', [{ from: deployer, data }]);
  await ask('anvil_stopImpersonatingAccount', [deployer]);
  // Where blocks come by the clock, the next one may be an hour away.
  await ask('evm_mine');
}

/** How much of it an address has, in its smallest unit. */
async function readPlay({ ask }: Pick<Chain, 'ask'>, address: string): Promise<bigint> {
  const data = AbiFunction.encodeData(balanceOf, [address] as never);
  return BigInt((await ask('eth_call', [{ to: playToken.address, data }, 'latest'])) as Hex);
}

/** Adds to what an address has, in the token's smallest unit, without a transaction. */
export async function givePlay(chain: Pick<Chain, 'ask'>, address: string, amount: bigint): Promise<void> {
  const next = (await readPlay(chain, address)) + amount;
  await chain.ask('anvil_dealERC20', [address, playToken.address, `0x${next.toString(16)}`]);
}
