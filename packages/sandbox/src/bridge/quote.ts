import type { BridgeRequest } from '../funding.ts';

/** Zero address, which stands for a chain's own coin. */
export const nativeAddress = '0x0000000000000000000000000000000000000000';

/** A coin that the service transfers, the same on both chains. */
export interface Currency {
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Fixed price of one coin, in US dollars. */
  readonly usd: number;
}

export interface StepItem {
  status: string;
  data: Record<string, unknown>;
  check?: { endpoint: string; method: string };
}
export interface Step {
  id: string;
  action: string;
  description: string;
  kind: string;
  requestId: string;
  items: StepItem[];
}

interface Amount {
  currency: Record<string, unknown>;
  amount: string;
  amountFormatted: string;
  amountUsd: string;
  minimumAmount?: string;
}
export interface Details {
  sender: string;
  recipient: string;
  currencyIn: Amount;
  currencyOut: Amount;
  timeEstimate: number;
  rate: string;
  [field: string]: unknown;
}
/** A quote, mutable so that it can be falsified. */
export interface Quote {
  steps: Step[];
  fees: Record<string, Amount>;
  details: Details;
  [field: string]: unknown;
}

export interface QuoteFacts {
  readonly request: BridgeRequest;
  readonly currency: Currency;
  /** Amount to deposit: the transferred amount plus the service's fee. */
  readonly amountIn: bigint;
  readonly requestId: string;
  readonly steps: Step[];
}

/** Creates a correct quote. https://docs.relay.link/references/api/get-quote */
export function writeQuote({ request, currency, amountIn, requestId, steps }: QuoteFacts): Quote {
  const { originChainId, destinationChainId, recipient, user } = request;
  const amountOut = BigInt(request.amount);
  const of = (chainId: number, amount: bigint) => toAmount(currency, chainId, amount);
  const fee = of(originChainId, amountIn - amountOut);
  const none = of(originChainId, 0n);
  return {
    steps,
    requestId,
    fees: { gas: none, relayer: fee, relayerGas: none, relayerService: fee, app: none },
    details: {
      operation: 'bridge',
      sender: user,
      recipient,
      currencyIn: of(originChainId, amountIn),
      currencyOut: { ...of(destinationChainId, amountOut), minimumAmount: String(amountOut) },
      totalImpact: { usd: `-${fee.amountUsd}`, percent: '0' },
      slippageTolerance: { origin: { value: '0', percent: '0' }, destination: { value: '0', percent: '0' } },
      timeEstimate: 2,
      rate: String(Number(amountOut) / Number(amountIn)),
    },
  };
}

function toAmount({ usd, ...currency }: Currency, chainId: number, amount: bigint): Amount {
  const formatted = format(amount, currency.decimals);
  return {
    currency: {
      chainId,
      ...currency,
      metadata: { verified: true, isNative: currency.address === nativeAddress },
    },
    amount: String(amount),
    amountFormatted: formatted,
    amountUsd: (Number(formatted) * usd).toFixed(6),
    minimumAmount: String(amount),
  };
}

function format(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
