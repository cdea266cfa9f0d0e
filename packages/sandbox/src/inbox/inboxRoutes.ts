import { Hono } from 'hono';
import { isLoopback } from '../loopback.ts';
import type { Inbox } from './inbox.ts';
import { inboxPage } from './inboxPage.ts';
import { inboxScript } from './inboxScript.ts';
import { inboxStyle } from './inboxStyle.ts';

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Creates the inbox's routes: `GET /inbox?to=`, `DELETE /inbox` and the page at `/` (docs/contracts.md). */
export function createInboxRoutes(inbox: Inbox): Hono {
  const routes = new Hono();

  routes.use(async (context, next) => {
    // An attacker's page could otherwise read login codes by DNS rebinding, with its own name resolved to 127.0.0.1.
    if (!isLoopback(new URL(context.req.url).hostname)) {
      return context.text('The sandbox answers only to localhost, 127.0.0.1 and [::1].', 421);
    }
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
  });

  routes.get('/', (context) => {
    const to = context.req.query('to') || undefined;
    return context.html(inboxPage({ messages: inbox.list(to), to, version: inbox.version }));
  });
  routes.get('/inbox.css', (context) =>
    context.body(inboxStyle, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  routes.get('/inbox.js', (context) =>
    context.body(inboxScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  routes.get('/inbox', (context) =>
    context.json({ messages: inbox.list(context.req.query('to') || undefined) }),
  );
  routes.delete('/inbox', (context) => {
    inbox.clear();
    return context.json({ messages: [] });
  });
  routes.notFound((context) =>
    context.text('Nothing here. The inbox is at / and, as JSON, at /inbox?to={address}.', 404),
  );
  return routes;
}
