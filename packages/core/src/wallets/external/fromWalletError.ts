import { isCode, ServiceError } from '@latchkey/wire';
import { attempt } from './claims.ts';

/** EIP-1193: the person said no. */
const rejected = 4001;
/** EIP-1474: the wallet has a request of this page open already. */
const isAskedAlready = -32002;
/** EIP-1193 and EIP-3326: the wallet does not know the chain; mobile wallets put the code into the data. */
const unknownChain = 4902;

/** What wallets say that tell a refusal by their words alone, WalletConnect's 5000 and the Wallet Standard's among them. */
const refusals =
  /user (?:rejected|denied|cancel+ed|declined|disapproved|closed)|(?:rejected|denied|cancel+ed|declined) by (?:the )?user|request (?:was )?(?:rejected|denied)|ACTION_REJECTED/i;

/**
 * Says what a wallet, or the library of one, means that refused a request. What it threw is anyone's: it stays the cause,
 * and none of its words are shown.
 *
 * @returns `user_rejected_request` where the person said no (EIP-1193 4001, or the wallet's words for it),
 *   `unsupported_chain_id` where the wallet does not know the chain (4902), `generic_connect_wallet_error` for other errors, with
 *   `details.isPending` where it waits for an answer to an earlier request (-32002),
 *   `unknown_connect_wallet_error` for what is no error at all (EXTW-22); our own errors as they are
 */
export function fromWalletError(cause: unknown): ServiceError {
  if (isCode(cause)) return cause;
  const { code, text, isError } = read(cause);
  if (code === rejected || code === 5000 || code === 'ACTION_REJECTED' || refusals.test(text))
    return new ServiceError('user_rejected_request', { cause });
  if (code === unknownChain) return new ServiceError('unsupported_chain_id', { cause });
  if (code === isAskedAlready) {
    const message = 'The wallet is asking already. Open it to answer.';
    return new ServiceError('generic_connect_wallet_error', { message, cause, details: { isPending: true } });
  }
  return new ServiceError(isError ? 'generic_connect_wallet_error' : 'unknown_connect_wallet_error', {
    cause,
  });
}

/** Reads what was thrown, whose parts may throw themselves. */
function read(cause: unknown): { code: unknown; text: string; isError: boolean } {
  const field = (name: string): unknown => attempt(() => (cause as Record<string, unknown> | null)?.[name]);
  const data = field('data');
  const inner = attempt(() => (data as { originalError?: { code?: unknown } } | null)?.originalError?.code);
  const message = field('message');
  const text = `${String(attempt(() => field('name')) ?? '')} ${typeof message === 'string' ? message.slice(0, 500) : ''}`;
  const code = field('code');
  return {
    code: inner ?? code,
    text: typeof cause === 'string' ? cause.slice(0, 500) : text,
    isError: cause instanceof Error || typeof code === 'number',
  };
}
