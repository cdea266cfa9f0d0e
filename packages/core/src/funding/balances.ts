import type { PageContext, SessionContext } from '../contexts.ts';
import { getSolanaNode, type Read, readAtOnce, readValue, toBigInt, toRecord } from '../nodes/index.ts';
import type { FundingCoin, FundingNetwork } from './funding.ts';
import { nodeUrlOf } from './networks.ts';

/** Encodes an address as a call argument. */
export const toWord = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');

/** Creates the read of an address's balance of a coin. */
export function balanceRead({ token }: Pick<FundingCoin, 'token'>, address: string): Read<bigint> {
  if (token === null) return { method: 'eth_getBalance', params: [address, 'latest'], read: toBigInt };
  const call = { to: token, data: `0x70a08231${toWord(address)}` }; // balanceOf(address)
  return { method: 'eth_call', params: [call, 'latest'], read: toBigInt };
}

/** Reads a balance in the smallest unit. Returns null if it cannot be read. */
export async function findBalance(
  session: SessionContext,
  network: FundingNetwork,
  coin: Pick<FundingCoin, 'token'>,
  address: string,
): Promise<bigint | null> {
  try {
    if (network.chainType === 'solana') return await findSolanaBalance(session.page, network, coin, address);
    const url = nodeUrlOf(session, network.chain);
    if (url === undefined) return null;
    return (await readAtOnce(session.page, url, { balance: balanceRead(coin, address) })).balance.value;
  } catch {
    return null; // a caller that polls tries the node again
  }
}

const at = { commitment: 'confirmed' };

async function findSolanaBalance(
  page: PageContext,
  { chain }: Extract<FundingNetwork, { chainType: 'solana' }>,
  { token }: Pick<FundingCoin, 'token'>,
  address: string,
): Promise<bigint | null> {
  const node = getSolanaNode(page, chain);
  if (token === null) return toCount(readValue(await node('getBalance', [address, at])));
  const filter = { ...at, encoding: 'jsonParsed' };
  const accounts = readValue(await node('getTokenAccountsByOwner', [address, { mint: token }, filter]));
  if (!Array.isArray(accounts)) return null;
  return accounts.reduce<bigint | null>((sum, account) => {
    const { data } = toRecord(toRecord(account).account);
    const { tokenAmount } = toRecord(toRecord(toRecord(data).parsed).info);
    const amount = toCount(toRecord(tokenAmount).amount);
    return sum === null || amount === null ? null : sum + amount;
  }, 0n);
}

/** Solana nodes return lamports as numbers and token amounts as text. */
function toCount(value: unknown): bigint | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return typeof value === 'string' && /^[0-9]{1,20}$/.test(value) ? BigInt(value) : null;
}
