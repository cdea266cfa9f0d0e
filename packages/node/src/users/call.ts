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

/** Makes the caller of the routes that want the app's secret (RFC 7617). */
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
      // A redirect would carry the secret to anyone who it names.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new ServiceError(isTimeout(cause) ? 'client_request_timeout' : 'network_error', { cause });
    });
    const json: unknown = await response.json().catch(() => null);
    if (!response.ok) throw fromReply(response.status, json);
    return json as never;
  };
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';
const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
