import { fail, fromReply, pathOf, type Route, ServiceError } from '@latchkey/wire';
import type { GetPlace } from '../place.ts';

export interface UsersApiOptions {
  readonly getPlace: GetPlace;
  readonly appSecret: string | undefined;
  readonly fetch: typeof fetch;
}

export interface CallInput<Body> {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | undefined>;
  readonly body?: Body;
}

export type Call = <Body, Reply>(route: Route<Body, Reply>, input?: CallInput<Body>) => Promise<Reply>;

const timeoutMs = 20_000;

/** Creates the function that calls routes with the app secret (RFC 7617). */
export function createCall({ getPlace, appSecret, fetch: send }: UsersApiOptions): Call {
  return async (route, { params, query = {}, body } = {}) => {
    const { appId, apiUrl } = getPlace();
    if (!appSecret) return fail('invalid_option', { message: '`users` needs the option appSecret' });
    const url = new URL(apiUrl + pathOf(route.path, { id: appId, ...params }));
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const response = await send(url, {
      method: route.method,
      headers: {
        authorization: `Basic ${toBase64(`${appId}:${appSecret}`)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // With some versions of `fetch` the secret would follow a redirect to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw toNetworkError(cause);
    });
    const json = await response.json().catch((cause: unknown) => {
      // A gateway can answer for the service. Without this, its page would read as "no such user".
      if (response.ok) throw toNetworkError(cause);
      return null;
    });
    if (!response.ok) throw fromReply(response.status, json);
    return json as never;
  };
}

function toNetworkError(cause: unknown): ServiceError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  return new ServiceError(isTimeout ? 'client_request_timeout' : 'network_error', { cause });
}
const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
