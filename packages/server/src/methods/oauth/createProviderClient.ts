import { type ErrorCode, fail, ServiceError } from '@latchkey/wire';
import { isStorable } from '../../db/index.ts';
import type { Outbound, OutboundAnswer, OutboundFailure } from '../../outbound/index.ts';
import { fieldsOf } from './record.ts';

const timeoutMs = 6_000;
const mostBytes = 64 * 1024;

export interface Question {
  readonly url: string;
  /** Fields to send as a form with POST. Without them the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reply of a provider, parsed as JSON but not validated. */
export interface ProviderReply {
  readonly ok: boolean;
  readonly status: number;
  readonly json: unknown;
}

/** Sends a request to a provider. If it fails, the log gets no text of the reply, which may contain tokens or names. */
export type CallProvider = (question: Question) => Promise<ProviderReply>;

/**
 * Creates the client of a provider.
 *
 * @param deps.addressOf maps a provider's real address to the one to call, such as a stand-in's
 * @param deps.warn logs why a request got no usable reply
 * @throws ServiceError (the returned function) `too_many_requests` if the provider limits us, the codes of `judge`,
 *   `oauth_account_suspended`, `unknown_auth_error` if the provider fails or does not answer, `oauth_unexpected` if the
 *   reply is invalid
 */
export function createProviderClient(deps: {
  outbound: Outbound;
  addressOf(url: string): string;
  warn(reason: string): void;
  judge?: ((json: unknown) => ErrorCode | null) | undefined;
}): CallProvider {
  const { outbound, addressOf, judge, warn } = deps;
  return async ({ url, form, headers = {} }) => {
    const { answer, failure } = await outbound.send(addressOf(url), {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'user-agent': 'Latchkey',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form ? { body: String(new URLSearchParams(form)) } : {}),
      maxBytes: mostBytes,
      timeoutMs,
    });
    if (!answer) {
      warn(failure);
      throw new ServiceError(impossible.includes(failure) ? 'oauth_unexpected' : 'unknown_auth_error');
    }
    const { status } = answer;
    if (isLimited(answer)) fail('too_many_requests', { message: limitText });
    if (status >= 500) {
      warn(`status ${status}`);
      fail('unknown_auth_error');
    }
    const json = parse(answer.body);
    const judged =
      status >= 400 ? (judge?.(json) ?? (isSuspended(json) ? 'oauth_account_suspended' : null)) : null;
    if (judged) throw new ServiceError(judged, judged === 'too_many_requests' ? { message: limitText } : {});
    if (json === undefined || !isStorable(json)) {
      warn(`status ${status}, no JSON that can be kept`);
      fail('oauth_unexpected');
    }
    return { ok: status >= 200 && status < 300, status, json };
  };
}

/** Failures that no working provider causes. The others count as a provider that is down or slow. */
const impossible: readonly OutboundFailure[] = ['too_large', 'too_many_redirects'];

/** Text by which existing clients recognise a provider's limit (docs/wire/protocol.md §1.4). */
const limitText = 'Too many attempts: provider rate limit';

/** GitHub reports a limit with 403 and a header. */
const isLimited = ({ headers, status }: OutboundAnswer) =>
  status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0');

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Returns true if the reply mentions a suspension. Some providers have no error code for it. */
function isSuspended(json: unknown): boolean {
  const text = JSON.stringify(fieldsOf(json));
  return /\bsuspended\b/i.test(text);
}
