import type { EthereumProvider } from '@latchkey/react';
import type { Call } from './coins.ts';
import { devnet } from './devnet.ts';
import type { Result } from './Outcome.tsx';

/** Status of a batch, as a wallet returns it (EIP-5792). */
interface BatchStatus {
  status: number;
  receipts: readonly { transactionHash: string; status: string }[];
}

const pollEveryMs = 500;
const pending = 100;

/** Submits calls to the wallet as one batch. Returns its id. */
export async function sendBatch(
  provider: EthereumProvider,
  from: string,
  calls: readonly Call[],
): Promise<string> {
  const batch = {
    version: '2.0.0',
    chainId: `0x${devnet.id.toString(16)}`,
    from,
    atomicRequired: false,
    calls,
  };
  const { id } = (await provider.request({ method: 'wallet_sendCalls', params: [batch] })) as { id: string };
  return id;
}

/** Polls the status of a batch until it is final. Calls `tell` with each status. */
export async function followBatch(
  provider: EthereumProvider,
  { id, count }: { id: string; count: number },
  tell: (result: Result) => void,
): Promise<void> {
  for (;;) {
    const now = (await provider.request({ method: 'wallet_getCallsStatus', params: [id] })) as BatchStatus;
    tell(toResult(now, count));
    if (now.status !== pending) return;
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  }
}

function toResult({ status, receipts }: BatchStatus, count: number): Result {
  const done = `${receipts.filter((receipt) => receipt.status === '0x1').length} of ${count} confirmed`;
  const verdicts: Readonly<Record<number, string>> = {
    [pending]: `Sending: ${done}`,
    200: `✓ ${done}`,
    400: 'Not sent',
    500: 'Reverted by the chain',
    600: `Sent in part: ${done}`,
  };
  return {
    verdict: verdicts[status] ?? `Status ${status}`,
    hashes: receipts.map(({ transactionHash }) => transactionHash),
  };
}
