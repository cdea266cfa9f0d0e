import { moonpayKeys } from '@latchkey/sandbox';
import type { BrowserContext, Route } from 'playwright-core';
import type { Harness } from '../../e2e/harness/index.ts';

const cors = { 'access-control-allow-origin': '*' };

/** Requests of published clients to third parties, before the redirect. */
export interface LedRequests {
  /** Addresses of Coinbase's page. */
  readonly coinbase: readonly URL[];
}

/**
 * Redirects published clients' requests to third parties to the harness's stand-ins. The clients have the third
 * parties' addresses in their code, and the key of their vendor's account at MoonPay. The stand-in's key replaces
 * that key.
 */
export async function leadToStandIns(context: BrowserContext, { sandboxUrl }: Harness): Promise<LedRequests> {
  const coinbase: URL[] = [];
  await context.route('https://api.moonpay.com/v1/transactions/ext/**', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    const answer = await fetch(
      `${sandboxUrl}/moonpay/v1/transactions/ext/${id}?apiKey=${moonpayKeys.publicKey}`,
    );
    const contentType = 'application/json';
    await route.fulfill({ status: answer.status, headers: cors, contentType, body: await answer.text() });
  });
  await context.route('https://pay.coinbase.com/buy/**', async (route) => {
    const address = new URL(route.request().url());
    coinbase.push(address);
    const location = `${sandboxUrl}/coinbase/buy/select-asset${address.search}`;
    await route.fulfill({ status: 302, headers: { location } });
  });
  await context.route('https://api.relay.link/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const answer = await fetch(`${sandboxUrl}/bridge${pathname}${search}`, {
      method: route.request().method(),
      headers: { 'content-type': 'application/json' },
      body: route.request().postData(),
    });
    const contentType = 'application/json';
    await route.fulfill({ status: answer.status, headers: cors, contentType, body: await answer.text() });
  });
  await context.route(`${sandboxUrl}/chain*`, answerAsGeth);
  return { coinbase };
}

interface RpcRequest {
  readonly id?: number;
  readonly method?: string;
  readonly params?: readonly [{ readonly from?: string; readonly value?: string }?];
}

/**
 * Refuses to fill transactions, and to estimate the gas of a transfer that exceeds the account's balance. Anvil does
 * both, because it does not check the balance. The client uses the answer to decide between a transfer and the quote
 * service.
 */
async function answerAsGeth(route: Route): Promise<void> {
  const { id, method, params } = (route.request().postDataJSON() ?? {}) as RpcRequest;
  const refuse = (code: number, message: string) =>
    route.fulfill({ headers: cors, json: { jsonrpc: '2.0', id, error: { code, message } } });
  if (method === 'eth_fillTransaction') return refuse(-32_601, 'the method does not exist');
  const { from, value } = params?.[0] ?? {};
  if (method === 'eth_estimateGas' && from && value) {
    const balance = await callNode(route.request().url(), 'eth_getBalance', [from, 'latest']);
    if (BigInt(String(balance)) < BigInt(value)) return refuse(-32_000, 'insufficient funds for transfer');
  }
  await route.fallback();
}

async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers, body });
  return ((await answer.json()) as { result: unknown }).result;
}
