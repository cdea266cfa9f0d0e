import type { QuoteRequest } from './quoteRequest.ts';
import { nativeAddress } from './quoteRequest.ts';

const payer = '0x1111111111111111111111111111111111111111';
export const recipient = '0x2222222222222222222222222222222222222222';
export const depository = '0x3333333333333333333333333333333333333333';
export const usdc = '0x4444444444444444444444444444444444444444';
const usdcThere = '0x5555555555555555555555555555555555555555';
export const requestId = `0x${'ab'.repeat(32)}` as const;

const eth = { symbol: 'ETH', decimals: 18, token: null };
const ether = 10n ** 18n;

/** A tenth of an ether, from Ethereum to Base. */
export const native: QuoteRequest = {
  from: { id: 1, name: 'Ethereum' },
  to: { id: 8453, name: 'Base' },
  payer,
  recipient,
  coinIn: eth,
  coinOut: eth,
  amount: ether / 10n,
  price: 2_000,
  deposits: [depository],
};

/** A hundred USDC. */
export const token: QuoteRequest = {
  ...native,
  coinIn: { symbol: 'USDC', decimals: 6, token: usdc },
  coinOut: { symbol: 'USDC', decimals: 6, token: usdcThere },
  amount: 100_000_000n,
  price: 1,
};

const word = (text: string) => text.replace('0x', '').padStart(64, '0');
export const approve = (spender: string, amount: bigint) =>
  `0x095ea7b3${word(spender)}${word(amount.toString(16))}`;
export const transfer = (to: string, amount: bigint) => `0xa9059cbb${word(to)}${word(amount.toString(16))}`;

interface Transaction {
  from: string;
  to: string;
  value: string;
  chainId: number;
  data: string;
  [field: string]: unknown;
}

/** Creates a quote as the service documents it, with a fee of a thousandth of the amount. */
export function honestQuote({
  payer: from,
  recipient: to,
  from: origin,
  to: there,
  coinIn,
  coinOut,
  amount,
}: QuoteRequest) {
  const amountIn = amount + amount / 1_000n;
  const transaction = (id: string, data: Partial<Transaction>) => ({
    id,
    kind: 'transaction',
    action: 'Confirm',
    description: 'x',
    requestId: requestId as string,
    items: [
      {
        status: 'incomplete',
        data: {
          from,
          to: depository,
          value: '0',
          chainId: origin.id,
          data: `0x12345678${requestId.slice(2)}`,
          ...data,
        } as Transaction,
        check: { endpoint: `/intents/status?requestId=${requestId}`, method: 'GET' },
      },
    ],
  });
  const coin = (chainId: number, address: string | null, value: bigint) => ({
    currency: { chainId, address: address ?? nativeAddress, symbol: 'X', decimals: 18 },
    amount: String(value),
  });
  return {
    steps:
      coinIn.token === null
        ? [transaction('deposit', { value: String(amountIn) })]
        : [
            transaction('approve', { to: coinIn.token, data: approve(depository, amountIn) }),
            transaction('deposit', {}),
          ],
    fees: {},
    details: {
      sender: from as string,
      recipient: to as string,
      currencyIn: coin(origin.id, coinIn.token, amountIn),
      currencyOut: coin(there.id, coinOut.token, amount),
    },
  };
}

export type HonestQuote = ReturnType<typeof honestQuote>;
