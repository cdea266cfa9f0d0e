import * as Abi from 'ox/Abi';
import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiFunction from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import { getContract } from '../contracts/index.ts';
import type { Chain } from './createChain.ts';

/**
 * ERC-20 token of the devnets. Its address depends on the deployer and its first nonce, so it is the same at every
 * start and on both chains.
 */
export const playToken = {
  name: 'Play Dollar',
  symbol: 'PLAY',
  decimals: 6,
  address: '0x6CbD17B2928842852A1B206d2BD169517E9ed9F9',
} as const;
/** Stand-in for Circle's USDC. */
export const usdcToken = {
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: '0xaE6D85Fd8AA660aad3f5Ac75f91489023CD2A532',
} as const;
/** Address of the bridge's deposit contract. */
export const depository = '0xA7FABc1b8bF52AF28EE842153E96B95192bb5081';

// Addresses without known private keys. The node sends for them by impersonation.
const deployers = {
  play: '0x506C61790000000000000000000000000000d011',
  usdc: '0x555344430000000000000000000000000000d011',
  depository: '0x427269646765000000000000000000000000d011',
} as const;
const { abi, bytecode } = getContract('TestToken');
const readable = Abi.from(abi as Abi.Abi);
const toFunction = (name: string) => AbiFunction.fromAbi(readable, name as never) as AbiFunction.AbiFunction;
const [balanceOf, mint] = [toFunction('balanceOf'), toFunction('mint')];

/** Deploys the contracts of every devnet on a new chain. */
export async function deployContracts(request: Chain['request']): Promise<void> {
  await deploy(request, deployers.play, toToken(playToken));
  await deploy(request, deployers.usdc, toToken(usdcToken));
  await deploy(request, deployers.depository, getContract('BridgeDepository').bytecode);
  // If blocks are made at intervals, the next one may be an hour away.
  await request('evm_mine');
}

function toToken({ name, symbol, decimals }: { name: string; symbol: string; decimals: number }): Hex {
  const args = [name, symbol, decimals] as never;
  return AbiConstructor.encode(AbiConstructor.fromAbi(readable), { bytecode, args });
}

async function deploy(request: Chain['request'], from: string, data: Hex): Promise<void> {
  await request('anvil_setBalance', [from, '0xde0b6b3a7640000']);
  await request('anvil_impersonateAccount', [from]);
  await request('eth_sendTransaction', [{ from, data }]);
  await request('anvil_stopImpersonatingAccount', [from]);
}

async function readToken(
  { request }: Pick<Chain, 'request'>,
  token: string,
  address: string,
): Promise<bigint> {
  const data = AbiFunction.encodeData(balanceOf, [address] as never);
  return BigInt((await request('eth_call', [{ to: token, data }, 'latest'])) as Hex);
}

/** Adds to an address's token balance, in the smallest unit, without a transaction. */
export async function givePlay(
  chain: Pick<Chain, 'request'>,
  address: string,
  amount: bigint,
): Promise<void> {
  const next = (await readToken(chain, playToken.address, address)) + amount;
  await chain.request('anvil_dealERC20', [address, playToken.address, `0x${next.toString(16)}`]);
}

/**
 * Sends coins in a transaction of the node's first account. Resolves once it is in a block.
 *
 * @param token contract of a token, which is minted; null for the chain's own coin
 * @returns the hash
 */
export async function payOut(
  chain: Pick<Chain, 'send'>,
  token: string | null,
  to: string,
  amount: bigint,
): Promise<string> {
  const transaction =
    token === null
      ? { to, value: `0x${amount.toString(16)}` }
      : { to: token, data: AbiFunction.encodeData(mint, [to, amount] as never) };
  return (await chain.send(transaction)).transactionHash;
}
