import type { BridgeRequest } from '../funding.ts';

export interface QuoteError {
  readonly message: string;
  readonly errorCode: string;
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);

/** Reads a quote request. Without a recipient, the user is the recipient. */
export function readQuoteRequest(body: unknown, chains: ReadonlySet<number>): BridgeRequest | QuoteError {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { user, originChainId, destinationChainId, originCurrency, destinationCurrency, amount, tradeType } =
    given;
  const recipient = given.recipient ?? user;
  if (!isAddress(user)) return refuse('Invalid user address', 'INVALID_ADDRESS');
  if (!isAddress(recipient)) return refuse('Invalid recipient address', 'INVALID_ADDRESS');
  if (typeof originChainId !== 'number' || !chains.has(originChainId))
    return refuse('Invalid origin chain', 'UNSUPPORTED_CHAIN');
  if (typeof destinationChainId !== 'number' || !chains.has(destinationChainId))
    return refuse('Invalid destination chain', 'UNSUPPORTED_CHAIN');
  if (!isAddress(originCurrency)) return refuse('Invalid input currency', 'INVALID_INPUT_CURRENCY');
  if (!isAddress(destinationCurrency)) return refuse('Invalid output currency', 'INVALID_OUTPUT_CURRENCY');
  if (tradeType !== 'EXACT_OUTPUT') return refuse('Trade type is not supported', 'UNSUPPORTED_TRADE_TYPE');
  if (typeof amount !== 'string' || !/^[1-9]\d{0,77}$/.test(amount))
    return refuse('Amount is too low or no number', 'AMOUNT_TOO_LOW');
  const read = { user, recipient, originChainId, destinationChainId, originCurrency, destinationCurrency };
  return { ...given, ...read, amount, tradeType };
}

const refuse = (message: string, errorCode: string): QuoteError => ({ message, errorCode });
