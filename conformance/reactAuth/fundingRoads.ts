import { moonpayKeys } from '@latchkey/sandbox';
import type { BrowserContext } from 'playwright-core';
import type { Rig } from '../../e2e/rig/index.ts';

/** What may be asked across origins. */
const cors = { 'access-control-allow-origin': '*' };

/**
 * Leads what published clients ask of third parties to the stand-ins of the rig. The clients name them in their code, the
 * vendor's key at MoonPay included: here it is the stand-in's, because an app has an account of its own.
 */
export async function leadToStandIns(context: BrowserContext, { sandboxUrl }: Rig): Promise<void> {
  await context.route('https://api.moonpay.com/v1/transactions/ext/**', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    const answer = await fetch(
      `${sandboxUrl}/moonpay/v1/transactions/ext/${id}?apiKey=${moonpayKeys.publicKey}`,
    );
    const contentType = 'application/json';
    await route.fulfill({ status: answer.status, headers: cors, contentType, body: await answer.text() });
  });
  await context.route('https://pay.coinbase.com/buy/**', async (route) => {
    const { search } = new URL(route.request().url());
    const there = `${sandboxUrl}/coinbase/buy/select-asset${search}`;
    const body = `<!doctype html><script>location.replace(${JSON.stringify(there)})</script>`;
    await route.fulfill({ contentType: 'text/html', body });
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
}
