import { limits } from '@latchkey/wire';
import type { Apps } from '../../apps/index.ts';
import type { Tickets } from '../../challenges/index.ts';
import { busyPage, lostPage, sentOn } from '../../consent/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { PageCaller } from '../../feature.ts';
import { createCap, type Failures, type Incoming } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { RequesterKey, Requesters } from '../requesters.ts';
import type { Tokens } from '../token.ts';
import type { ArrivedRequest } from './arrival.ts';
import { isPublicKey } from './sealed.ts';

/** Where people are sent with a request, by the clients of requesters (docs/wire/protocol.md §2.13). */
const paths = ['/oauth/transact', '/cross-app/connect', '/cross-app/transact'] as const;
type Path = (typeof paths)[number];

/** As many popups as a person opens in a minute, and then some. */
const perNetwork = { calls: 120, perMs: 60_000 } as const;
const tokenLength = 2_048;

/**
 * Makes the redirects to the hosted pages. What came in the address is kept for a minute, and its id alone travels on: a
 * token or a request must not stand in the address of a page, in its history or in what it sends (S48).
 */
export function createRedirects(
  { clock, config }: Pick<World, 'clock' | 'config'>,
  deps: {
    readonly apps: Pick<Apps, 'find'>;
    readonly requesters: Requesters;
    readonly tickets: Pick<Tickets, 'issue'>;
    readonly tokens: Tokens;
  },
) {
  const { apps, requesters, tickets, tokens } = deps;
  const take = createCap(clock, perNetwork);

  /** The address of the hosted page for what arrived. */
  async function addressOf(hostedUrl: string, providerId: string, arrival: ArrivedRequest): Promise<string> {
    const id = await tickets.issue({
      appId: providerId,
      kind: 'cross-app-id',
      lifeMs: limits.crossAppIdMs,
      value: arrival,
    });
    return `${hostedUrl}/cross-app/${arrival.kind}?${new URLSearchParams({ app: providerId, id })}`;
  }

  /** The listed origin that the published connector names; null where no answer may go to it. */
  async function findOrigin(query: ReadonlyMap<string, string>) {
    const provider = await apps.find(query.get('provider_app_id') ?? '');
    const requester: RequesterKey = { type: 'origin', id: query.get('requester_origin') ?? '' };
    const isListed = provider !== null && (await requesters.findScope(provider, requester)) !== null;
    const isPage = isListed && (await requesters.isPageOf(requester, requester.id));
    return isPage ? { providerId: provider.id, requester, page: requester.id } : null;
  }

  const readers: Readonly<
    Record<
      Path,
      (query: ReadonlyMap<string, string>) => Promise<{ providerId: string; arrival: ArrivedRequest } | null>
    >
  > = {
    async '/oauth/transact'(query) {
      const { request = '', token = '' } = Object.fromEntries(query);
      const isShort = token.length <= tokenLength && request.length <= limits.crossAppRequestLength;
      const claims = isShort && request !== '' ? tokens.read(token) : null;
      const provider = claims && (await apps.find(claims.aid));
      if (!claims || !provider || provider.disabled) return null;
      const useId = useIdOf(token, request);
      return {
        providerId: provider.id,
        arrival: { kind: 'transact', by: 'message', token: claims, request, useId },
      };
    },

    async '/cross-app/connect'(query) {
      const publicKey = query.get('requester_public_key') ?? '';
      // Smart wallets are none of what is offered.
      const isWanted = query.get('connect') === 'true' && query.get('smart_wallet_mode') !== 'true';
      const from = isWanted && isPublicKey(publicKey) ? await findOrigin(query) : null;
      if (!from) return null;
      const { page, providerId, requester } = from;
      return { providerId, arrival: { kind: 'connect', by: 'message', page, publicKey, requester } };
    },

    async '/cross-app/transact'(query) {
      const publicKey = query.get('requester_public_key') ?? '';
      const encrypted = query.get('encrypted_request') ?? '';
      const iv = query.get('iv') ?? '';
      const isShort = encrypted.length <= limits.crossAppRequestLength && iv.length <= 64;
      const from = isShort && encrypted !== '' && isPublicKey(publicKey) ? await findOrigin(query) : null;
      if (!from) return null;
      const { page, providerId, requester } = from;
      const sealed = { publicKey, encrypted, iv };
      const useId = useIdOf(publicKey, `${iv} ${encrypted}`);
      return {
        providerId,
        arrival: { kind: 'transact', by: 'sealed', page, requester, useId, ...sealed },
      };
    },
  };

  return {
    /** The hosted page of a provider that a requester's page asks to open, where it comes by a route. */
    addressOf,

    /** Answers the redirects; null for any other request. */
    async serve(request: Incoming, failures: Failures, caller: PageCaller): Promise<Response | null> {
      const path = paths.find((one) => one === request.path);
      const { hostedUrl } = config;
      if (path === undefined || request.method !== 'GET' || hostedUrl === null) return null;
      let attempt: ReturnType<Failures['begin']>;
      try {
        if (caller.isCounted) take(caller.network);
        attempt = failures.begin('callback-state');
      } catch {
        return busyPage();
      }
      const query = readQuery(request.query);
      const found = query && (await readers[path](query));
      if (!found) return lostPage();
      attempt.right();
      return sentOn(await addressOf(hostedUrl, found.providerId, found.arrival));
    },
  };
}

export type Redirects = ReturnType<typeof createRedirects>;

/** Each name once. Threat: of two values under one name, one is checked and the other one used. */
function readQuery(text: string): ReadonlyMap<string, string> | null {
  const pairs = [...new URLSearchParams(text)];
  const query = new Map(pairs);
  return query.size === pairs.length ? query : null;
}

/** What a request is known by, so that it is shown to a person once. */
const useIdOf = (by: string, request: string): string =>
  sha256(`${sha256(by).toString('base64url')} ${request}`).toString('base64url');
