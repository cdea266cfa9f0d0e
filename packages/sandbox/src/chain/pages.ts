import { html } from 'hono/html';

const style = html`<style>
body { font: 16px/24px system-ui, sans-serif; margin: 48px auto; max-width: 640px; padding: 0 16px; overflow-wrap: anywhere; }
label { display: block; margin: 16px 0; }
input { font: inherit; width: 100%; padding: 8px; box-sizing: border-box; }
button { font: inherit; padding: 8px 20px; }
dt { margin-top: 12px; opacity: .7; }
dd { margin: 0; font-family: ui-monospace, monospace; font-size: 14px; }
</style>`;

const page = (title: string, content: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Latchkey devnet</title>
<link rel="icon" href="data:,">
${style}
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>`;

/** Asks for an address, and says what became of the last one. */
export function faucetPage(address: string, isGiven?: boolean) {
  const outcome =
    isGiven === undefined
      ? ''
      : isGiven
        ? html`<p role="status">10 test ETH are on their way to ${address}.</p>`
        : html`<p role="alert">That is no address: it begins with 0x and has 40 hex digits.</p>`;
  return page(
    'Faucet',
    html`${outcome}
<p>Test ETH for a wallet on the Latchkey devnet, a chain that exists on this machine alone. It is worth nothing.</p>
<form method="post" action="/faucet">
<label>Address<br><input name="address" value="${address}" placeholder="0x…" autocomplete="off" spellcheck="false"></label>
<button>Get 10 test ETH</button>
</form>`,
  );
}

/** Shows a transaction, with its receipt once it is in a block. */
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
  return page(
    'Transaction',
    html`<dl>${Object.entries(rows).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value ?? '—')}</dd>`)}</dl>`,
  );
}

/** What follows where there is nothing. */
export const nothingPage = () =>
  page('No such transaction', html`<p>The devnet begins anew at each start.</p>`);

const toDecimal = (value: unknown) => (typeof value === 'string' ? BigInt(value).toString() : undefined);
