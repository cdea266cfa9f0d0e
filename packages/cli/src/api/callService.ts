import { fromReply, pathOf, type Route, ServiceError } from '@latchkey/wire';
import type { Context } from '../command/index.ts';

const longestMs = 20_000;

/** Address of a service, and how a call proves who makes it. */
export interface Caller {
  readonly url: string;
  readonly authorization: string;
}

export const asOperator = (url: string, key: string): Caller => ({ url, authorization: `Bearer ${key}` });

/** Returns a caller that authenticates with an app's secret (HTTP Basic, RFC 7617). */
export const asApp = (url: string, appId: string, secret: string): Caller => ({
  url,
  authorization: `Basic ${Buffer.from(`${appId}:${secret}`).toString('base64')}`,
});

interface CallInput<Body> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: Body;
}

/**
 * Calls a route of the service.
 *
 * @throws ServiceError the service's code; `client_request_timeout` if it does not begin to answer within 20 s;
 *   `network_error` if it cannot be reached, or if its successful reply is not JSON or does not end in this time
 */
export async function callService<Body, Reply>(
  { fetch }: Pick<Context, 'fetch'>,
  { authorization, url }: Caller,
  route: Route<Body, Reply>,
  { body, params, query = {} }: CallInput<Body> = {},
): Promise<Reply> {
  const address = new URL(`${url}${pathOf(route.path, params)}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  const response = await fetch(address, {
    method: route.method,
    headers: {
      authorization,
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    // With some versions of `fetch` the key would follow a redirect to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(longestMs),
  }).catch((cause: unknown) => {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    const message = `${url} does not answer. Check the address, and that the service runs`;
    throw new ServiceError(isLate ? 'client_request_timeout' : 'network_error', { message, cause });
  });
  const json: unknown = await response.json().catch((cause: unknown) => {
    if (!response.ok) return null;
    const message = `${url} answered without JSON. Check that the address is the service's, and not another page's`;
    throw new ServiceError('network_error', { message, cause });
  });
  if (!response.ok) throw fromReply(response.status, json);
  return json as Reply;
}
