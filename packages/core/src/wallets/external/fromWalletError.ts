import { ServiceError } from '@latchkey/wire';
import { attempt } from './claims.ts';

/** EIP-1193: the user rejected the request. */
const rejected = 4001;
/** Code of EIP-1474 with which wallets such as MetaMask report that a request of this page is already open. */
const isAskedAlready = -32002;
/**
 * The wallet does not know the chain: a code that MetaMask introduced and other wallets use. Mobile wallets put the code
 * into the error's data.
 */
const unknownChain = 4902;

/** Texts of errors with which wallets report a refusal without a standard code. */
const refusals =
  /user (?:rejected|denied|cancel+ed|declined|disapproved|closed)|(?:rejected|denied|cancel+ed|declined) by (?:the )?user|request (?:was )?(?:rejected|denied)|ACTION_REJECTED/i;

/** Errors that this client raised while it waited for a wallet. */
const ownErrors = new WeakSet<object>();

/**
 * Marks an error as this client's own, for {@link fromWalletError}. A malicious wallet can give its errors our class's
 * name and any code, but it cannot set this mark.
 */
export function markOwn(error: ServiceError): ServiceError {
  ownErrors.add(error);
  return error;
}

/** Returns true for an error of {@link markOwn}. */
function isOwn(error: unknown): error is ServiceError {
  return ownErrors.has(Object(error));
}

/**
 * Converts an error of a wallet or its library to ours. A malicious wallet could write a text that misleads the user,
 * so the text stays in `cause`.
 *
 * @returns `user_rejected_request` if the user refused (code 4001, 5000 or `ACTION_REJECTED`, or a wallet's text
 *   for it), `unsupported_chain_id` if the wallet does not know the chain (4902), `generic_connect_wallet_error` for
 *   other errors, with `details.isPending` if an earlier request is still open (-32002),
 *   `unknown_connect_wallet_error` for a thrown value that is no error (EXTW-22); errors of {@link markOwn} unchanged
 */
export function fromWalletError(cause: unknown): ServiceError {
  if (isOwn(cause)) return cause;
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

/**
 * Converts an error to ours, if `toTimedProvider` wrapped the provider: a timeout becomes the error in its `cause`, and
 * the wallet's own errors are converted by {@link fromWalletError}.
 */
export function fromTimedProvider(thrown: unknown): ServiceError {
  const cause = attempt(() => (thrown as { readonly cause?: unknown } | null)?.cause);
  return isOwn(cause) ? cause : fromWalletError(thrown);
}

/** Reads a thrown value whose getters may throw. */
function read(cause: unknown): { code: unknown; text: string; isError: boolean } {
  const field = (name: string): unknown => attempt(() => (cause as Record<string, unknown> | null)?.[name]);
  const data = field('data');
  const inner = attempt(() => (data as { originalError?: { code?: unknown } } | null)?.originalError?.code);
  const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '');
  const code = field('code');
  return {
    code: inner ?? code,
    text: textOf(cause) || `${textOf(field('name'))} ${textOf(field('message'))}`,
    isError: attempt(() => cause instanceof Error) === true || typeof code === 'number',
  };
}
