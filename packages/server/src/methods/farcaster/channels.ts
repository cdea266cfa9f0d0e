import { type FarcasterInitBody, type FarcasterStatus, fail, limits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Challenges, CodePurpose } from '../../challenges/index.ts';
import type { Caller } from '../../http/index.ts';
import type { World } from '../../world.ts';
import { changePurposeOf } from '../changes/admitAccountChange.ts';
import type { MethodDeps } from '../method.ts';
import type { Approval, Relay } from './relay.ts';

/** What hangs on a channel's token. */
export interface Channel {
  /** The relay's own token, which no client sees: anyone who has it gets the answer. */
  readonly relayToken: string;
  readonly nonce: string;
  /** The page's origin: what the person is shown, and signs for. */
  readonly origin: string;
  /** What the answer is good for: a login, or a link of one user. */
  readonly purpose: CodePurpose;
  readonly openedAtMs: number;
  /** What the Farcaster app answered, once it has. */
  readonly approval: Approval | null;
}

/** How often the relay is asked about a channel, however often a client asks: its callers share one allowance. */
const relayPauseMs = 1_000;
/** Channels whose last asking is remembered. */
const mostRemembered = 10_000;

const kind = 'farcaster-channel';

/** A channel as a client names it. */
interface Asked {
  readonly app: App;
  readonly token: string;
}

/** Channels to the Farcaster app: each has our own token and nonce, belongs to an app and page, and is good once (S42). */
export function createChannels(
  { clock, random }: World,
  { admission, apps, challenges, sessions }: MethodDeps,
  relay: Relay,
) {
  const { tickets } = challenges;
  const lastAsked = new Map<string, { atMs: number; answer: ReturnType<Relay['request']> }>();

  function callRelay(token: string): ReturnType<Relay['request']> {
    const last = lastAsked.get(token);
    if (last && clock.now() - last.atMs < relayPauseMs) return last.answer;
    for (const [oldest] of lastAsked) {
      if (lastAsked.size < mostRemembered) break;
      lastAsked.delete(oldest);
    }
    const answer = relay.request(token);
    lastAsked.delete(token);
    lastAsked.set(token, { atMs: clock.now(), answer });
    return answer;
  }

  /** The origin that a sign-in is for: the caller's own, or, of one that has none, the one that it names. */
  function originOf(app: App, caller: Caller, named: string | null | undefined): string {
    if (caller.origin !== null && (!named || named === caller.origin)) return caller.origin;
    if (!named) fail('invalid_data', { message: 'relying_party is required of a caller without an Origin' });
    if (caller.origin !== null || !apps.isOriginAllowed(app, named)) fail('origin_not_allowed');
    return named;
  }

  /** The person comes back there with a login under way: to the app and no other party. */
  function checkReturn(app: App, address: string): string {
    const target = URL.canParse(address) ? new URL(address) : null;
    if (!target || target.username || target.password || !apps.isOriginAllowed(app, target.origin))
      fail('origin_not_allowed');
    return target.href;
  }

  return {
    /** Opens a channel. @throws ServiceError `origin_not_allowed`, `recent_login_required`, `service_unavailable` */
    async open(app: App, caller: Caller, body: FarcasterInitBody) {
      const origin = originOf(app, caller, body.relying_party);
      const redirectUrl = body.redirect_url ? checkReturn(app, body.redirect_url) : undefined;
      const purpose = await changePurposeOf({ admission, sessions }, { app, caller, type: 'farcaster' });
      const nonce = Buffer.from(random.bytes(16)).toString('hex');
      const { token: relayToken, uri } = await relay.open({
        // With its slash: apps that build messages by common libraries refuse an address without a path.
        siweUri: new URL(origin).href,
        domain: new URL(origin).host,
        nonce,
        ...(redirectUrl === undefined ? {} : { redirectUrl }),
      });
      const channel_token = await tickets.issue({
        appId: app.id,
        kind,
        lifeMs: limits.farcasterChannelLifeMs,
        value: {
          relayToken,
          nonce,
          origin,
          purpose,
          openedAtMs: clock.now(),
          approval: null,
        } satisfies Channel,
      });
      return { channel_token, connect_uri: uri };
    },

    /** Where a channel stands. @throws ServiceError `invalid_credentials` for one that is no more, `service_unavailable` */
    async findStatus({ app, token }: Asked): Promise<FarcasterStatus> {
      const key = { appId: app.id, kind, secret: token } as const;
      const channel =
        (await tickets.find<Channel>(key))?.value ?? fail('invalid_credentials', { message: gone });
      if (channel.approval) return toStatus(channel.nonce, channel.approval);
      const approval = await callRelay(channel.relayToken);
      if (approval === 'gone') fail('invalid_credentials', { message: gone });
      if (!approval) return { state: 'pending', nonce: channel.nonce };
      // Kept before it is told: the relay tells it once, and our answer may be lost.
      await tickets.replace(key, { ...channel, approval } satisfies Channel);
      return toStatus(channel.nonce, approval);
    },
  };
}

/** Uses a channel up. @throws ServiceError `invalid_credentials` for one that is unknown, used or late */
export async function consumeChannel(
  { tickets }: Pick<Challenges, 'tickets'>,
  { app, token }: Asked,
): Promise<Channel> {
  const found = await tickets.consume<Channel>({ appId: app.id, kind, secret: token });
  return found?.value ?? fail('invalid_credentials', { message: gone });
}

const gone = 'This sign-in request has expired. Try again.';

function toStatus(nonce: string, { profile, ...signed }: Approval): FarcasterStatus {
  return { state: 'completed', nonce, ...signed, ...profile };
}
