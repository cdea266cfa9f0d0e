import { Hono } from 'hono';
import { isLoopback } from '../loopback.ts';
import type { Solana } from './createSolana.ts';

/** Serves a cluster's JSON-RPC at `/solana` to pages of every origin. It has only methods that a public node has. */
export function createSolanaRoutes(solana: Solana): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    // An attacker's page could otherwise call the cluster as its own origin by DNS rebinding, with its own name
    // resolved to 127.0.0.1.
    if (!isLoopback(new URL(context.req.url).hostname)) {
      return context.text('The sandbox answers only to localhost, 127.0.0.1 and [::1].', 421);
    }
    await next();
  });
  routes.on(['POST', 'OPTIONS'], '/solana', async (context) => {
    context.header('access-control-allow-origin', '*');
    if (context.req.method === 'OPTIONS') {
      // Published clients send a header of their own.
      context.header('access-control-allow-headers', 'content-type, solana-client');
      context.header('access-control-allow-methods', 'POST');
      return context.body(null, 204);
    }
    const reply = await solana.respond(await context.req.text());
    return context.body(reply, 200, { 'content-type': 'application/json' });
  });
  return routes;
}
