import { type FarcasterInitBody, type FarcasterStatus, fail, limits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Challenges, CodePurpose } from '../../challenges/index.ts';
import type { Caller } from '../../http/index.ts';
import type { World } from '../../world.ts';
import { changePurposeOf } from '../changes/admitAccountChange.ts';
import type { MethodDeps } from '../method.ts';
import type { Approval, Relay } from './relay.ts';

export interface Channel {
  /** Token that the relay gave the channel. This service asks the relay for the answer with it. */
  readonly relayToken: string;
  readonly nonce: string;
  /** Origin of the page. The Farcaster app shows it to the user, who signs it. */
  readonly origin: string;
  /** Purpose of the answer: a login, or a link for one user. */
  readonly purpose: CodePurpose;
  readonly openedAtMs: number;
  /** Answer of the Farcaster app; null until there is one. */
  readonly approval: Approval | null;
}

/** Shortest time between two requests of a process to the relay about a channel, in ms, however often clients ask. */
const relayPauseMs = 1_000;
const mostRemembered = 10_000;

const kind = 'farcaster-channel';

interface Asked {
  readonly app: App;
  readonly token: string;
}

/**
 * Creates the channels to the Farcaster app. An attacker could otherwise use an answer in another app, on another
 * page or twice (S42). So each channel has our own token and nonce, belongs to an app and a page, and is valid once.
 */
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

  /** Returns the origin that a sign-in is for: the caller's, or the named one if the caller has none. */
  function originOf(app: App, caller: Caller, named: string | null | undefined): string {
    if (caller.origin !== null && (!named || named === caller.origin)) return caller.origin;
    if (!named) fail('invalid_data', { message: 'relying_party is required of a caller without an Origin' });
    if (caller.origin !== null || !apps.isOriginAllowed(app, named)) fail('origin_not_allowed');
    return named;
  }

  /**
   * Checks the address to which the user returns during a login. Only an origin that the app allows is accepted, so
   * users are not sent to an attacker's page.
   */
  function checkReturn(app: App, address: string): string {
    const target = URL.canParse(address) ? new URL(address) : null;
    if (!target || target.username || target.password || !apps.isOriginAllowed(app, target.origin))
      fail('origin_not_allowed');
    return target.href;
  }

  return {
    /**
     * Opens a channel. @throws ServiceError `account_on_hold`, `invalid_data`, `origin_not_allowed`,
     * `recent_login_required`, `service_unavailable`
     */
    async open(app: App, caller: Caller, body: FarcasterInitBody) {
      const origin = originOf(app, caller, body.relying_party);
      const redirectUrl = body.redirect_url ? checkReturn(app, body.redirect_url) : undefined;
      const purpose = await changePurposeOf({ admission, sessions }, { app, caller, type: 'farcaster' });
      const nonce = Buffer.from(random.bytes(16)).toString('hex');
      const { token: relayToken, uri } = await relay.open({
        // Ends with a slash. Farcaster apps build messages with common libraries, which refuse an address without a
        // path.
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

    /**
     * Returns the status of a channel. @throws ServiceError `invalid_credentials` for a channel that is unknown, used
     * or expired, `service_unavailable`
     */
    async findStatus({ app, token }: Asked): Promise<FarcasterStatus> {
      const key = { appId: app.id, kind, secret: token } as const;
      const channel =
        (await tickets.find<Channel>(key))?.value ?? fail('invalid_credentials', { message: gone });
      if (channel.approval) return toStatus(channel.nonce, channel.approval);
      const approval = await callRelay(channel.relayToken);
      if (approval === 'gone') fail('invalid_credentials', { message: gone });
      if (!approval) return { state: 'pending', nonce: channel.nonce };
      // Stored before it is returned. The relay returns it only once, and our answer may be lost.
      await tickets.replace(key, { ...channel, approval } satisfies Channel);
      return toStatus(channel.nonce, approval);
    },
  };
}

/** Consumes a channel. @throws ServiceError `invalid_credentials` for a channel that is unknown, used or expired */
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
