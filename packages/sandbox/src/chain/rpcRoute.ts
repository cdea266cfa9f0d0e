import type { Context } from 'hono';
import type { Chain } from './createChain.ts';

/** Names of the methods that pages may call. */
const publicMethods = /^(eth|net|web3)_[A-Za-z0-9]+$/;

/**
 * Forwards JSON-RPC to a chain: for pages only methods of `eth`, `net` and `web3`, for programs all of Anvil's.
 *
 * A malicious page in the developer's browser can reach this machine. With `anvil_` methods it could reset the chain,
 * or fork from a URL in the internal network. This route therefore refuses them in requests with an `Origin` header.
 */
export async function answerRpc(chain: Chain, context: Context): Promise<Response> {
  context.header('access-control-allow-origin', '*');
  if (context.req.method === 'OPTIONS') {
    context.header('access-control-allow-headers', 'content-type');
    context.header('access-control-allow-methods', 'POST');
    return context.body(null, 204);
  }
  const text = await context.req.text();
  const isPage = context.req.header('origin') !== undefined;
  if (isPage && !methodsOf(text).every((method) => publicMethods.test(method))) {
    const error = { code: -32601, message: 'Pages may only call methods of eth, net and web3' };
    return context.json({ jsonrpc: '2.0', id: null, error });
  }
  const answer = await chain.forward(text);
  return context.body(await answer.text(), 200, { 'content-type': 'application/json' });
}

/** Returns the methods that a request or a batch calls. An invalid request counts as `''`. */
function methodsOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    const requests: unknown[] = Array.isArray(value) ? value : [value];
    return requests.map((request) => String((request as { method?: unknown } | null)?.method ?? ''));
  } catch {
    return [''];
  }
}
