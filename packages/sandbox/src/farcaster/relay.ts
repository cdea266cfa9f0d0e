import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';

/** Parameters of the message that an app asks users to sign. */
export interface SignatureParams {
  readonly siweUri: string;
  readonly domain: string;
  readonly nonce: string;
  readonly notBefore?: string;
  readonly expirationTime?: string;
  readonly requestId?: string;
  readonly redirectUrl?: string;
  readonly acceptAuthAddress?: boolean;
}

export interface Completion {
  readonly message: string;
  readonly signature: string;
  readonly fid: number;
  readonly username?: string;
  readonly bio?: string;
  readonly displayName?: string;
  readonly pfpUrl?: string;
}

interface Channel {
  readonly params: SignatureParams;
  readonly openedAtMs: number;
  completion: Completion | null;
}

export interface Channels {
  /** Returns the parameters of a channel. Null if it is unknown, completed or expired. */
  find(token: string): SignatureParams | null;
  /** Completes a channel. Returns false if it is unknown, completed or expired. */
  complete(token: string, completion: Completion): boolean;
  /** Deletes a channel, as if it had expired. */
  expire(token: string): void;
}

const channelLifeMs = 60 * 60_000;

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isTime = (value: unknown) => value === undefined || !Number.isNaN(Date.parse(String(value)));
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  siweUri: (value) => typeof value === 'string' && URL.canParse(value),
  domain: (value) => typeof value === 'string' && /^[a-zA-Z0-9.-]+(:[0-9]+)?$/.test(value),
  nonce: (value) => value === undefined || /^[a-zA-Z0-9]{8,}$/.test(String(value)),
  notBefore: isTime,
  expirationTime: isTime,
  requestId: isText,
  redirectUrl: isText,
  acceptAuthAddress: (value) => value === undefined || typeof value === 'boolean',
};

/**
 * Creates the relay's API under `/farcaster/relay/v1`. It refuses unknown fields, and a channel returns its result
 * once. https://docs.farcaster.xyz/auth-kit/client/app/create-channel,
 * https://docs.farcaster.xyz/auth-kit/client/app/status
 */
export function createFarcasterRelay(now: () => number): { routes: Hono; channels: Channels } {
  const kept = new Map<string, Channel>();
  const routes = new Hono();
  const find = (token: string) => {
    const channel = kept.get(token);
    return channel && now() - channel.openedAtMs < channelLifeMs ? channel : null;
  };

  routes.post('/farcaster/relay/v1/channel', async (context) => {
    if (!context.req.header('content-type')?.startsWith('application/json')) {
      return context.json({ error: 'Unsupported Media Type' }, 415);
    }
    const body: Record<string, unknown> = await context.req.json().catch(() => ({}));
    const wrong = problemOf(body);
    if (wrong) return context.json({ error: 'Validation error', message: wrong }, 400);
    const channelToken = randomUUID();
    const params = { nonce: randomUUID().replaceAll('-', ''), ...body } as SignatureParams;
    kept.set(channelToken, { params, openedAtMs: now(), completion: null });
    const { origin } = new URL(context.req.url);
    const url = `${origin}/farcaster/app?channelToken=${channelToken}`;
    return context.json({ channelToken, url, connectUri: url, nonce: params.nonce }, 201);
  });

  routes.get('/farcaster/relay/v1/channel/status', (context) => {
    const token = context.req.header('authorization')?.split(' ')[1] ?? '';
    const channel = find(token);
    if (!channel) return context.json({ error: 'Unauthorized' }, 401);
    const { nonce, acceptAuthAddress = false } = channel.params;
    const shown = { nonce, acceptAuthAddress, signatureParams: channel.params };
    if (!channel.completion) return context.json({ state: 'pending', ...shown }, 202);
    kept.delete(token);
    return context.json({ state: 'completed', ...shown, ...channel.completion }, 200);
  });

  return {
    routes,
    channels: {
      find: (token) => {
        const channel = find(token);
        return channel && !channel.completion ? channel.params : null;
      },
      complete(token, completion) {
        const channel = find(token);
        if (!channel || channel.completion) return false;
        channel.completion = completion;
        return true;
      },
      expire: (token) => void kept.delete(token),
    },
  };
}

function problemOf(body: Record<string, unknown>): string | null {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(rules, name));
  if (unknown) return 'body must NOT have additional properties';
  const wrong = Object.keys(rules).find((name) => !rules[name]?.(body[name]));
  return wrong ? `body/${wrong} is not valid` : null;
}
