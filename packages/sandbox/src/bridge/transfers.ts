import * as Abi from 'ox/Abi';
import * as AbiEvent from 'ox/AbiEvent';
import { type Chain, depository, payOut } from '../chain/index.ts';
import { getContract } from '../contracts/index.ts';
import type { BridgeFill, BridgeRequest } from '../funding.ts';
import { createQueue } from '../inTurn.ts';
import { nativeAddress } from './quote.ts';

/** A quote, with the state of its payment. */
interface Transfer {
  readonly request: BridgeRequest;
  readonly amountIn: bigint;
  readonly status: 'waiting' | 'pending' | 'delayed' | 'success' | 'refund' | 'failure';
  readonly inTxHashes: readonly string[];
  readonly txHashes: readonly string[];
  readonly updatedAtMs: number;
}
interface Log {
  readonly topics: readonly [string, ...string[]];
  readonly data: string;
  readonly transactionHash: string;
}

const deposited = AbiEvent.fromAbi(
  Abi.from(getContract('BridgeDepository').abi as Abi.Abi),
  'Deposited' as never,
) as AbiEvent.AbiEvent;
const toTokenOrNull = (address: string) => (address === nativeAddress ? null : address);

/** Looks for deposits, and sends the quoted amounts on the other chain. */
export function createTransfers(chains: ReadonlyMap<number, Chain>, now: () => number) {
  const transfers = new Map<string, Transfer>();
  const seen = new Set<string>();
  const inTurn = createQueue();
  let how: BridgeFill = 'success';

  function change(id: string, changes: Partial<Transfer>): void {
    const before = transfers.get(id);
    if (before) transfers.set(id, { ...before, ...changes, updatedAtMs: now() });
  }
  async function pay(chainId: number, currency: string, to: string, amount: bigint): Promise<string> {
    const chain = chains.get(chainId);
    if (!chain) throw new Error(`The bridge has no chain ${chainId}`);
    return payOut(chain, toTokenOrNull(currency), to, amount);
  }
  async function fill(id: string, { request, amountIn }: Transfer): Promise<void> {
    const { destinationChainId, destinationCurrency, originChainId, originCurrency, recipient, user } =
      request;
    if (how === 'failure') return change(id, { status: 'failure' });
    if (how === 'delayed') return change(id, { status: 'delayed' });
    if (how === 'never') return;
    if (how === 'refund') {
      const hash = await pay(originChainId, originCurrency, user, amountIn);
      return change(id, { status: 'refund', txHashes: [hash] });
    }
    const hash = await pay(destinationChainId, destinationCurrency, recipient, BigInt(request.amount));
    return change(id, { status: 'success', txHashes: [hash] });
  }
  async function take({ topics, data, transactionHash }: Log): Promise<void> {
    const id = topics[1] ?? '';
    const transfer = transfers.get(id);
    if (!transfer || seen.has(transactionHash)) return;
    seen.add(transactionHash);
    const { token, value } = AbiEvent.decode(deposited, { data, topics } as never) as unknown as {
      token: string;
      value: bigint;
    };
    const isWhole = value >= transfer.amountIn;
    const isOfCurrency = token.toLowerCase() === transfer.request.originCurrency.toLowerCase();
    // A further deposit, or one of less or of another coin than was quoted, is kept without a transfer.
    if (transfer.status !== 'waiting' || !isWhole || !isOfCurrency) return;
    change(id, { status: 'pending', inTxHashes: [transactionHash] });
    await fill(id, { ...transfer, status: 'pending' });
  }
  const look = (chainId: number) =>
    inTurn(async () => {
      const waits = [...transfers.values()].some(
        ({ request, status }) => status === 'waiting' && request.originChainId === chainId,
      );
      if (!waits) return;
      const asked = { address: depository, fromBlock: '0x0', toBlock: 'latest' };
      const logs = await chains.get(chainId)?.request('eth_getLogs', [asked]);
      for (const log of (logs ?? []) as Log[]) await take(log);
    });
  for (const [chainId, chain] of chains) chain.watch(() => void look(chainId).catch(() => {}));

  return {
    add(id: string, request: BridgeRequest, amountIn: bigint): void {
      const begun = { status: 'waiting', inTxHashes: [], txHashes: [], updatedAtMs: now() } as const;
      transfers.set(id, { request, amountIn, ...begun });
    },
    async find(id: string): Promise<Transfer | null> {
      const transfer = transfers.get(id);
      if (transfer?.status === 'waiting') await look(transfer.request.originChainId);
      return transfers.get(id) ?? null;
    },
    /** Sets how deposits end from now on, including delayed ones. */
    fill(next: BridgeFill): void {
      how = next;
      void inTurn(async () => {
        for (const [id, transfer] of transfers) if (transfer.status === 'delayed') await fill(id, transfer);
      }).catch(() => {});
    },
  };
}
