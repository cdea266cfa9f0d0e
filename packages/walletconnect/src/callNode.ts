import type { ConnectorContext } from '@latchkey/core';
import { walletError } from './walletError.ts';

/**
 * Asks the host's node of a chain what no wallet on a phone answers, such as a balance. WalletConnect's own nodes are never
 * asked: they would see every address.
 *
 * @throws an error with the node's code, or 4200 where the host named no node of the chain
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
