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
  /** Headers beside ours. */
  headers?: Readonly<Record<string, string>>;
  /** Lets the request outlive the page, for a log-out in a closing tab. */
  keepalive?: boolean;
  /**
   * Sends neither our headers nor cookies, so that the browser needs no preflight and any origin may read the answer:
   * the way to the app config, which must be able to tell an unlisted origin that it is one, and which is always asked
   * at the address that the developer gave (CONF-02).
   */
  plain?: boolean;
}

/** Where the service is called. */
export interface Base {
  /** An origin: the developer's `apiUrl`, or the app's own address once the config has named it (HTTP-05). */
  readonly url: string;
  /** Whether the service keeps the session in cookies there: the app's own address, or one that is named like it. */
  readonly hasCookies: boolean;
}

/** Makes the base of an address (HTTP-02). */
export function toBase(url: string, isAppsOwn = false): Base {
  return { url, hasCookies: isAppsOwn || /^https:\/\/(privy|latchkey)\./.test(url) };
}

/** The service, as one function. */
export type Call = <R extends AnyRoute>(route: R, input?: CallInput<R>) => Promise<ReplyOf<R>>;

/** Answers after which a safe call is sent again (D35). Never 429: it asks for quiet. */
const retriedStatuses = [408, 425, 500, 502, 503, 504];

/**
 * Makes the function that calls the service: time-out of 20 s a try, safe routes again three times 500 ms apart
 * (HTTP-03, HTTP-04).
 *
 * @param from `analyticsId` gives the value of `privy-ca-id`, `base` the address that is called
 * @returns a function that throws ServiceError: the answer's code, `client_request_timeout`, `network_error`, or
 * `internal_error` where the answer is not one of this service
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
    const text = await response.text(); // inside the time-out: a body may hang as well as a connection
    const json = toObject(text);
    if (response.ok && json) return { ok: true, json };
    const error =
      json && !response.ok ? fromReply(response.status, json) : foreignAnswer(url, response.status);
    return { ok: false, error, mayRetry: retriedStatuses.includes(response.status) };
  } catch (cause) {
    // A person waits 20 s once, not four times.
    if (abort.signal.aborted) return failed(new ServiceError('client_request_timeout', { cause }), false);
    const message = `${errorTable.network_error.message} at ${new URL(url).origin}`;
    return failed(new ServiceError('network_error', { message, cause }), true);
  } finally {
    environment.clock.clearTimeout(timer);
  }
}

const failed = (error: ServiceError, mayRetry: boolean): Attempt => ({ ok: false, error, mayRetry });

/**
 * The error for an answer that no Latchkey service gives, such as a proxy's page. It never takes the code of a status:
 * a 401 of another user's must not end the session.
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
