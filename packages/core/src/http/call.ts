import {
  type BodyOf,
  errorTable,
  fromReply,
  limits,
  pathOf,
  type ReplyOf,
  type Route,
  ServiceError,
} from '@latchkey/wire';
import type { CheckedOptions } from '../config/index.ts';
import type { Clock, Environment } from '../environment.ts';
import { clientName } from './version.ts';

// biome-ignore lint/suspicious/noExplicitAny: a route of whatever body; its types come back through BodyOf and ReplyOf
export type AnyRoute = Route<any, unknown>;

export interface CallInput<R extends AnyRoute> {
  params?: Record<string, string>;
  body?: BodyOf<R>;
  bearer?: string | null;
  headers?: Readonly<Record<string, string>>;
  /** Lets the request outlive the page, such as a logout in a closing tab. */
  keepalive?: boolean;
  /**
   * Sends the request to the developer's `apiUrl` (CONF-02), without our headers and cookies, so that the browser makes
   * no preflight request and the service can let any origin read the answer. Used for the app config, which has to tell
   * an unlisted origin that it is not allowed.
   */
  plain?: boolean;
}

/** Address of the service. */
export interface Base {
  /** Origin: the developer's `apiUrl`, or the app's own address once the config has named it (HTTP-05). */
  readonly url: string;
  /**
   * True if the service may keep the session in cookies: at the app's own address, or at `https://privy.…` or
   * `https://latchkey.…`.
   */
  readonly hasCookies: boolean;
}

/** Creates the base for an address (HTTP-02). */
export function toBase(url: string, isAppsOwn = false): Base {
  return { url, hasCookies: isAppsOwn || /^https:\/\/(privy|latchkey)\./.test(url) };
}

export type Call = <R extends AnyRoute>(route: R, input?: CallInput<R>) => Promise<ReplyOf<R>>;

/** Statuses after which a safe call is repeated. Never 429, which asks for fewer requests. */
const retriedStatuses = [408, 425, 500, 502, 503, 504];

/**
 * Creates the function that calls the service. Each attempt times out after 20 s. After another temporary failure,
 * calls of safe routes are repeated up to three times, 500 ms apart (HTTP-03, HTTP-04).
 *
 * @param from `analyticsId` returns the value of `privy-ca-id`, `base` the address to call
 * @returns a function that throws ServiceError: the answer's code, `client_request_timeout`, `network_error`, or
 *   the error of `foreignAnswer`
 */
export function createCall(
  options: CheckedOptions,
  environment: Environment & { readonly fetch: typeof fetch },
  from: { readonly analyticsId: () => string; readonly base: () => Base },
): Call {
  return async (route, input = {}) => {
    const query = route.input === 'query' ? `?${new URLSearchParams(input.body)}` : '';
    const url = (input.plain ? options.apiUrl : from.base().url) + pathOf(route.path, input.params) + query;
    const init: RequestInit = { method: route.method, credentials: input.plain ? 'omit' : 'include' };
    if (!input.plain) init.headers = headersOf(options, from.analyticsId(), input);
    if (input.body !== undefined && !query) init.body = JSON.stringify(input.body);
    if (input.keepalive) init.keepalive = true;
    for (let retries = 0; ; retries += 1) {
      const attempt = await attemptCall(url, init, environment);
      if (attempt.ok) return attempt.json as ReplyOf<typeof route>;
      if (!attempt.mayRetry || route.retry !== 'safe' || retries === limits.callRetries) throw attempt.error;
      await pause(environment.clock, limits.callRetryDelayMs);
    }
  };
}

function headersOf(
  options: CheckedOptions,
  analyticsId: string,
  input: CallInput<AnyRoute>,
): Record<string, string> {
  return {
    'privy-app-id': options.appId,
    'privy-client': clientName,
    'privy-ca-id': analyticsId,
    ...(options.clientId ? { 'privy-client-id': options.clientId } : {}),
    ...(input.bearer ? { authorization: `Bearer ${input.bearer}` } : {}),
    ...input.headers,
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

type Attempt = { ok: true; json: object } | { ok: false; error: ServiceError; mayRetry: boolean };

async function attemptCall(
  url: string,
  init: RequestInit,
  environment: Environment & { readonly fetch: typeof fetch },
): Promise<Attempt> {
  const abort = new AbortController();
  const timer = environment.clock.setTimeout(() => abort.abort(), limits.callTimeoutMs);
  try {
    const response = await environment.fetch(url, { ...init, signal: abort.signal });
    const text = await response.text(); // within the timeout, because a body can hang too
    const json = toObject(text);
    if (response.ok && json) return { ok: true, json };
    const error =
      json && !response.ok ? fromReply(response.status, json) : foreignAnswer(url, response.status);
    return { ok: false, error, mayRetry: retriedStatuses.includes(response.status) };
  } catch (cause) {
    // Not retried, so the user waits 20 s once, not four times.
    if (abort.signal.aborted) return failed(new ServiceError('client_request_timeout', { cause }), false);
    const message = `${errorTable.network_error.message} at ${new URL(url).origin}`;
    return failed(new ServiceError('network_error', { message, cause }), true);
  } finally {
    environment.clock.clearTimeout(timer);
  }
}

const failed = (error: ServiceError, mayRetry: boolean): Attempt => ({ ok: false, error, mayRetry });

/**
 * Creates the error for an answer that is not from a Latchkey service, such as a proxy's page. A proxy's 401 must not
 * end the session, so no status is converted to a code that would end it.
 */
function foreignAnswer(url: string, status: number): ServiceError {
  const code =
    status === 429 ? 'too_many_requests' : status >= 502 ? 'service_unavailable' : 'internal_error';
  return new ServiceError(code, {
    message: `${url} answered ${status} without a JSON object. Is apiUrl the address of a Latchkey service?`,
  });
}

function toObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimeout(() => resolve(), ms);
  });
}
