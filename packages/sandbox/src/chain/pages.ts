import { html } from 'hono/html';
import { devnetPage } from '../page.ts';

export function transactionPage(
  transaction: Readonly<Record<string, unknown>>,
  receipt: Readonly<Record<string, unknown>> | null,
) {
  const status = receipt === null ? 'Pending' : receipt.status === '0x1' ? 'Success' : 'Reverted';
  const rows = {
    Status: status,
    Hash: transaction.hash,
    Block: receipt?.blockNumber,
    From: transaction.from,
    To: transaction.to ?? receipt?.contractAddress,
    'Value (wei)': toDecimal(transaction.value),
    Nonce: toDecimal(transaction.nonce),
    'Gas used': toDecimal(receipt?.gasUsed),
    'Gas price (wei)': toDecimal(receipt?.effectiveGasPrice ?? transaction.gasPrice),
    Data: transaction.input,
  };
  return devnetPage(
    'Transaction',
    html`<dl>${Object.entries(rows).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value ?? '—')}</dd>`)}</dl>`,
  );
}

export const nothingPage = () =>
  devnetPage('No such transaction', html`<p>The devnet begins anew at each start.</p>`);

const toDecimal = (value: unknown) => (typeof value === 'string' ? BigInt(value).toString() : undefined);
