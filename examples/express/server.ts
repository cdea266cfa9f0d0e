import { createServerClient, isCode, verifyWebhook } from '@latchkey/node';
import express from 'express';

const { APP_ID, AUTH_URL, WEBHOOK_SECRET, PORT = '3001' } = process.env;

const latchkey = createServerClient({ appId: APP_ID, apiUrl: AUTH_URL });
const app = express();

/** Lets no one pass who shows no valid token; the others by their user id. */
async function requireUser(request, response, next) {
  const token = request.get('authorization')?.replace(/^Bearer /, '') ?? '';
  response.locals.userId = (await latchkey.verifyAccessToken(token)).userId;
  next();
}

app.get('/api/me', requireUser, (_request, response) => {
  response.json({ userId: response.locals.userId });
});

// `text`, not `json`: the signature is over the body as it came.
app.post('/api/hooks', express.text({ type: 'application/json' }), async (request, response) => {
  const { event } = await verifyWebhook(request.body, request.headers, WEBHOOK_SECRET);
  response.json({ type: event.type });
});

// Express itself answers a refused token 401 and a forged webhook 400, as a page. This answers them as JSON.
app.use((error, _request, response, next) => {
  if (!isCode(error) || error.status === null) return next(error);
  response.status(error.status).json({ code: error.code });
});

app.listen(Number(PORT), '127.0.0.1');
