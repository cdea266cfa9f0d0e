import { type ErrorCode, fail, ServiceError } from '@latchkey/wire';
import { isStorable } from '../../db/index.ts';
import type { Outbound, OutboundAnswer, OutboundFailure } from '../../outbound/index.ts';
import { fieldsOf } from './record.ts';

/** How long one question may take: a login asks at most twice in a row, and its client gives up after 20 s. */
const timeoutMs = 6_000;
/** A profile is a few hundred bytes; a list of e-mail addresses a few thousand. */
const mostBytes = 64 * 1024;

export interface Question {
  readonly url: string;
  /** Sent as a form; without one the question is a GET. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that was understood, whatever it says. */
export interface ProviderReply {
  readonly ok: boolean;
  readonly status: number;
  readonly json: unknown;
}

/** Asks a provider. What is wrong is logged without a word of what it said, which may hold tokens or names. */
export type CallProvider = (question: Question) => Promise<ProviderReply>;

/**
 * Makes what asks providers, by the addresses of this installation.
 *
 * @param deps.warn writes down why a question had no answer
 * @throws ServiceError (its function) `too_many_requests` where the provider is asked too often, `oauth_account_suspended`,
 *   `unknown_auth_error` where it does not answer, `oauth_unexpected` where the answer is none
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

/** Ways to answer that no provider has: all others are those of one that is down or slow. */
const impossible: readonly OutboundFailure[] = ['too_large', 'too_many_redirects'];

/** The words by which existing clients know whose limit it is (docs/wire/protocol.md §1.4). */
const limitText = 'Too many attempts: provider rate limit';

/** GitHub says it by 403 and a header. */
const isLimited = ({ headers, status }: OutboundAnswer) =>
  status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0');

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** No provider has a code for it; those that say it say it in words. */
function isSuspended(json: unknown): boolean {
  const text = JSON.stringify(fieldsOf(json));
  return /\bsuspended\b/i.test(text);
}
