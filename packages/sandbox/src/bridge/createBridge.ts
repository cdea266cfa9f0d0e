import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { type Chain, depository } from '../chain/index.ts';
import type { Bridge, BridgeFault, BridgeLie, BridgeRequest } from '../funding.ts';
import { forEveryPage, localOnly } from '../localOnly.ts';
import { createOutage } from '../outage.ts';
import { lie } from './lies.ts';
import { nativeAddress, writeQuote } from './quote.ts';
import { readQuoteRequest } from './readQuoteRequest.ts';
import { createSteps, currencies, encodeAllowance } from './steps.ts';
import { createTransfers } from './transfers.ts';

/** Cost of a quote unless a test sets another one: a thousandth. */
const usualBps = 10;

const failures: Readonly<Partial<Record<BridgeFault, string>>> = {
  message: 'No routes found for the requested transfer',
  script: '<img src=x onerror="window.isHurt=1"><script>window.isHurt=1</script>',
};
/** Paths of a quote: the one that core calls, and others of the API. */
const quotePaths = ['execute/swap', 'quote', 'quote/v2'];

/**
 * Creates the quote service under `/bridge`, and under `/bridge/test` for test networks, which are the same chains
 * here. https://docs.relay.link/references/api/get-quote,
 * https://docs.relay.link/references/api/get-intents-status-v3
 */
export function createBridge(chains: readonly Chain[], now: () => number = Date.now): Bridge {
  const byId = new Map(chains.map((chain) => [chain.chainId, chain]));
  const transfers = createTransfers(byId, now);
  const outage = createOutage<BridgeFault>();
  const requests: BridgeRequest[] = [];
  let [lied, bps]: [BridgeLie | null, number] = [null, usualBps];

  async function toSteps(request: BridgeRequest, requestId: string, token: string, amountIn: bigint) {
    const { approve, deposit } = createSteps(request, requestId);
    if (token === nativeAddress) return [deposit(token, amountIn)];
    const call = { to: token, data: encodeAllowance(request.user) };
    const allowed = await byId.get(request.originChainId)?.request('eth_call', [call, 'latest']);
    const isAllowed = BigInt(String(allowed)) >= amountIn;
    return [...(isAllowed ? [] : [approve(token, depository, amountIn)]), deposit(token, amountIn)];
  }

  async function quote(context: Context): Promise<Response> {
    const failure = (['message', 'script'] as const).find((one) => outage.is(one));
    const met = await outage.meet(context);
    if (met) return met;
    if (failure) return context.json({ message: failures[failure], errorCode: 'NO_SWAP_ROUTES_FOUND' }, 400);
    const request = readQuoteRequest(await context.req.json().catch(() => null), new Set(byId.keys()));
    if ('errorCode' in request && !('user' in request)) return context.json(request, 400);
    const asked = request as BridgeRequest;
    requests.push(asked);
    const [from, to] = [asked.originCurrency, asked.destinationCurrency].map((text) =>
      currencies.find(({ address }) => address.toLowerCase() === text.toLowerCase()),
    );
    if (!from || from !== to)
      return context.json({ message: 'No routes found', errorCode: 'NO_SWAP_ROUTES_FOUND' }, 400);
    const amount = BigInt(asked.amount);
    const amountIn = amount + (amount * BigInt(bps)) / 10_000n;
    const requestId = `0x${randomBytes(32).toString('hex')}`;
    const steps = await toSteps(asked, requestId, from.address, amountIn);
    const facts = { request: asked, currency: from, amountIn, requestId, steps };
    const honest = writeQuote(facts);
    transfers.add(requestId, asked, amountIn);
    const text = lied === null ? JSON.stringify(honest) : lie(lied, honest, facts);
    return context.body(text, 200, { 'content-type': 'application/json' });
  }

  async function tellStatus(context: Context): Promise<Response> {
    const met = await outage.meet(context);
    if (met) return met;
    const transfer = await transfers.find(context.req.query('requestId') ?? '');
    if (!transfer) return context.json({ status: 'unknown' });
    const { inTxHashes, request, status, txHashes, updatedAtMs } = transfer;
    const { destinationChainId, originChainId } = request;
    const hashes = { inTxHashes, txHashes };
    return context.json({ status, ...hashes, updatedAt: updatedAtMs, originChainId, destinationChainId });
  }

  const routes = new Hono().use(localOnly);
  for (const root of ['/bridge', '/bridge/test']) {
    for (const path of quotePaths) routes.on(['POST', 'OPTIONS'], `${root}/${path}`, forEveryPage, quote);
    for (const path of ['intents/status', 'intents/status/v3'])
      routes.on(['GET', 'OPTIONS'], `${root}/${path}`, forEveryPage, tellStatus);
  }

  return {
    routes,
    requests: () => requests,
    lie(how) {
      lied = how;
    },
    fail: outage.set,
    fill: transfers.fill,
    price(next) {
      bps = next;
    },
    close: outage.close,
  };
}
