import { Hono } from 'hono';
import { isLoopback } from '../loopback.ts';
import type { Solana } from './createSolana.ts';

/** Serves a cluster's JSON-RPC at `/solana`, for pages of every origin: it has no call that a public node has not. */
export function createSolanaRoutes(solana: Solana): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    // A foreign page must not become one of this machine by rebinding its own name to 127.0.0.1.
    if (!isLoopback(new URL(context.req.url).hostname)) {
      return context.text('The sandbox answers only to localhost, 127.0.0.1 and [::1].', 421);
    }
    await next();
  });
  routes.on(['POST', 'OPTIONS'], '/solana', async (context) => {
    context.header('access-control-allow-origin', '*');
    if (context.req.method === 'OPTIONS') {
      // Published clients name themselves in a header of their own.
      context.header('access-control-allow-headers', 'content-type, solana-client');
      context.header('access-control-allow-methods', 'POST');
      return context.body(null, 204);
    }
    const reply = await solana.respond(await context.req.text());
    return context.body(reply, 200, { 'content-type': 'application/json' });
  });
  return routes;
}
