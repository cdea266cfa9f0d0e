import type { Context } from 'hono';
import type { Chain } from './createChain.ts';

/** What a node of a public chain answers. */
const publicMethods = /^(eth|net|web3)_[A-Za-z0-9]+$/;

/**
 * Answers JSON-RPC of a chain: to pages of every origin what a public node answers, to programs all that Anvil can.
 *
 * Threat: pages of strangers, open in a developer's browser, reach this machine. By Anvil's own methods they would reset
 * the chain, or have it fork from an address of the network inside.
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

/** The methods that a request or a batch of them names; one that is none names `''`. */
function methodsOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    const requests: unknown[] = Array.isArray(value) ? value : [value];
    return requests.map((request) => String((request as { method?: unknown } | null)?.method ?? ''));
  } catch {
    return [''];
  }
}
