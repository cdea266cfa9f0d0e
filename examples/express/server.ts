import { createServerClient, isCode, verifyWebhook } from '@latchkey/node';
import express from 'express';

const { APP_ID, AUTH_URL, WEBHOOK_SECRET, PORT = '3001' } = process.env;

const latchkey = createServerClient({ appId: APP_ID, apiUrl: AUTH_URL });
const app = express();

/** Rejects requests without a valid token, and stores the user id of the others. */
async function requireUser(request, response, next) {
  const token = request.get('authorization')?.replace(/^Bearer /, '') ?? '';
  response.locals.userId = (await latchkey.verifyAccessToken(token)).userId;
  next();
}

app.get('/api/me', requireUser, (_request, response) => {
  response.json({ userId: response.locals.userId });
});

// `text`, not `json`, because the signature covers the body as it arrived.
app.post('/api/hooks', express.text({ type: 'application/json' }), async (request, response) => {
  const { event } = await verifyWebhook(request.body, request.headers, WEBHOOK_SECRET);
  response.json({ type: event.type });
});

// By default Express answers a rejected token with 401 and a forged webhook with 400, as an HTML page. This answers
// with JSON.
app.use((error, _request, response, next) => {
  if (!isCode(error) || error.status === null) return next(error);
  response.status(error.status).json({ code: error.code });
});

app.listen(Number(PORT), '127.0.0.1');
