import { serve } from '@hono/node-server';
import { createServerClient, errorResponse, receiveWebhook } from '@latchkey/node';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';

const { APP_ID, AUTH_URL, WEBHOOK_SECRET, PORT = '3002' } = process.env;

const latchkey = createServerClient({ appId: APP_ID, apiUrl: AUTH_URL });
const app = new Hono<{ Variables: { userId: string } }>();

/** Rejects requests without a valid token, and stores the user id of the others. */
const requireUser = createMiddleware<{ Variables: { userId: string } }>(async (c, next) => {
  const token = c.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
  c.set('userId', (await latchkey.verifyAccessToken(token)).userId);
  await next();
});

app.get('/api/me', requireUser, (c) => c.json({ userId: c.get('userId') }));

app.post('/api/hooks', (c) =>
  receiveWebhook(c.req.raw, WEBHOOK_SECRET, ({ event }) => c.json({ type: event.type })),
);

app.onError(errorResponse);

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
