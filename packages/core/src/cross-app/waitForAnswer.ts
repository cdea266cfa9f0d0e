import {
  crossAppMessages,
  type ErrorCode,
  errorTable,
  fail,
  limits,
  ServiceError,
  toPlainLine,
} from '@latchkey/wire';
import { waitForPopup } from '../consent/index.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { Hex } from '../wallets/index.ts';

interface AnswerInput {
  readonly popup: Window;
  readonly url: string;
  /** The only origin from which messages are accepted. If null, none are. */
  readonly hostedOrigin: string | null;
  readonly method: string;
  /** Stores the token that the provider app sets, or removes it with null. */
  readonly keepToken: (token: string | null) => void;
}

/** Message of a hosted page, unverified. */
type Message = Partial<Record<'type' | 'result' | 'error' | 'code' | 'errorCode' | 'token', unknown>>;

/** Lengths in characters at which an error text is cut, and above which a token is ignored. */
const longest = { error: 200, token: 4_096 };

/**
 * Sends a popup to a provider app's transact endpoint and waits for its answer (XAPP-13, XAPP-15). Any frame of the
 * page could forge an answer, so only messages of the popup itself from the origin of the hosted pages are accepted.
 *
 * @throws ServiceError `user_rejected_request` (XAPP-16, or the answer's `errorCode` 4001), `client_request_timeout`
 *   (XAPP-17), the answer's `code` if it is one of ours, and `unable_to_sign` for any other error and an invalid result
 */
export async function waitForAnswer(
  client: LatchkeyClient,
  { popup, url, hostedOrigin, method, keepToken }: AnswerInput,
): Promise<Hex> {
  const end = await waitForPopup<Message>(contextsOf(client).page.environment, {
    popup,
    url,
    longestMs: limits.crossAppWaitMs,
    read({ data, origin, source }, from) {
      const isTheirs = from === 'window' && source === popup && origin === hostedOrigin;
      return isTheirs && isAnswer(data) ? data : null;
    },
  });
  if (end === 'closed') return fail('user_rejected_request', { message: 'User rejected request' });
  if (end === 'late') return fail('client_request_timeout', { message: 'Request timeout' });
  const { result, error, token, type } = end.answer;
  changeToken(token, keepToken);
  if (type === crossAppMessages.error) return refuse(String(error), end.answer);
  return isResultOf(method, result)
    ? result
    : fail('unable_to_sign', { message: 'The answer of the other app is no result of what was asked' });
}

function isAnswer(data: unknown): data is Message {
  const { type, result, error } = (data ?? {}) as Message;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  return (
    (type === crossAppMessages.response && isText(result)) ||
    (type === crossAppMessages.error && isText(error))
  );
}

function isResultOf(method: string, result: unknown): result is Hex {
  const form = method === 'eth_sendTransaction' ? /^0x[0-9a-f]{64}$/i : /^0x[0-9a-f]{2,}$/i;
  return typeof result === 'string' && form.test(result);
}

/** Updates the stored token as the provider app says (XAPP-18). */
function changeToken(change: unknown, keepToken: AnswerInput['keepToken']): void {
  const { action, value } = (change ?? {}) as { action?: unknown; value?: unknown };
  if (action === 'clear') keepToken(null);
  if (action === 'set' && typeof value === 'string' && value.length <= longest.token) keepToken(value);
}

function refuse(error: string, { code, errorCode }: Message): never {
  const isOurs = (name: unknown): name is ErrorCode =>
    typeof name === 'string' && Object.hasOwn(errorTable, name);
  const rejected = errorCode === 4001 ? 'user_rejected_request' : 'unable_to_sign';
  // Another app wrote the text, so it is shown as one short line.
  const message = toPlainLine(error).slice(0, longest.error);
  throw new ServiceError(isOurs(code) ? code : rejected, { message });
}
