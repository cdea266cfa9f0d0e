import type { ConnectorContext } from '@latchkey/core';
import { walletError } from './walletError.ts';

/**
 * Calls the configured node of a chain with methods that the wallet does not support, such as one for a balance.
 * WalletConnect's own nodes could see the user's addresses, so they are not called.
 *
 * @throws an error with the node's code, one with 4200 if no node is configured for the chain, and the errors of fetch
 */
export async function callNode(
  { environment, findRpcUrl }: ConnectorContext,
  chainId: number,
  method: string,
  params: unknown,
): Promise<unknown> {
  const url = findRpcUrl(chainId);
  if (!url || !environment.fetch) throw walletError('unsupported', `The wallet does not support ${method}`);
  const response = await environment.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
  });
  const reply = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  if (reply.error) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
  return reply.result;
}
