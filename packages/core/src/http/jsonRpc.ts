import { fail, limits } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

/** What a node answers to a JSON-RPC 2.0 request. */
export type JsonRpcReply =
  | { readonly result: unknown }
  | { readonly error: { code: number; message: string; data?: unknown } };

/**
 * Asks a node of a chain. Sends nothing of ours with it: the node is the developer's, not the service's.
 *
 * @throws ServiceError `network_error`, `client_request_timeout` after 20 s
 */
export async function askNode(
  { fetch, clock }: Environment,
  url: string,
  request: { method: string; params: readonly unknown[] },
): Promise<JsonRpcReply> {
  const abort = new AbortController();
  const timer = clock.setTimeout(() => abort.abort(), limits.callTimeoutMs);
  try {
    const response = await (fetch ?? fail('no_api'))(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
      signal: abort.signal,
    });
    return (await response.json()) as JsonRpcReply;
  } catch (cause) {
    return fail(abort.signal.aborted ? 'client_request_timeout' : 'network_error', {
      message: `The JSON-RPC node did not answer ${request.method}`,
      cause,
    });
  } finally {
    clock.clearTimeout(timer);
  }
}
