import { Hono } from 'hono';
import { framePage } from './framePage.ts';
import { pageScript } from './pageScript.ts';
import { createTokens } from './tokens.ts';

const actionPattern = /^[A-Za-z0-9_-]{0,32}$/;

/** Creates the routes of the stand-in. `/turnstile/v0/frame…` is internal, as at Cloudflare. */
export function createTurnstileRoutes(now: () => number = Date.now): Hono {
  const tokens = createTokens(now);
  const routes = new Hono();

  routes.get('/turnstile/v0/api.js', (context) =>
    context.body(pageScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  routes.get('/turnstile/v0/frame', (context) => context.html(framePage));

  routes.post('/turnstile/v0/frame/token', async (context) => {
    const asked = (await context.req.json()) as Record<string, string>;
    const { siteKey = '', hostname = '', action = '', pressed } = asked;
    const widget = tokens.findWidget(siteKey);
    // https://developers.cloudflare.com/turnstile/troubleshooting/client-side-errors/error-codes/
    if (!widget || !actionPattern.test(action)) return context.json({ error: '400020' });
    if (widget === 'blocks') return context.json({ error: '600010' });
    if (widget === 'asks' && !pressed) return context.json({ isPressNeeded: true });
    return context.json({ token: tokens.issue({ siteKey, hostname, action }) });
  });

  routes.post('/turnstile/v0/siteverify', async (context) => {
    const fields = await readFields(context.req.header('content-type') ?? '', await context.req.text());
    if (!fields) return context.json({ success: false, 'error-codes': ['bad-request'] }, 400);
    return context.json(tokens.verify(fields.secret ?? '', fields.response ?? ''));
  });
  return routes;
}

/** Parses a form or JSON, as siteverify does. */
async function readFields(type: string, text: string): Promise<Record<string, string> | null> {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  if (!type.startsWith('application/json')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : null;
  } catch {
    return null;
  }
}
