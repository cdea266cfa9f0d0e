import { isCode, limits } from '@latchkey/wire';
import type { Apps } from '../../apps/index.ts';
import type { Tickets } from '../../challenges/index.ts';
import { busyPage, lostPage, sentOn } from '../../consent/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { PageCaller } from '../../feature.ts';
import { createCap, type Failures, findApp, type Incoming } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { RequesterKey, Requesters } from '../requesters.ts';
import type { Tokens } from '../token.ts';
import type { ArrivedRequest } from './arrival.ts';
import { isPublicKey } from './sealed.ts';

/** Paths that requesters' clients send users to with a request (docs/wire/protocol.md §2.13). */
const paths = ['/oauth/transact', '/cross-app/connect', '/cross-app/transact'] as const;
type Path = (typeof paths)[number];

/** Reads a request. Returns null if it is invalid, or if its origin is not on the provider's list. */
type Reader = (
  query: ReadonlyMap<string, string>,
  failures: Failures,
) => Promise<{ providerId: string; arrival: ArrivedRequest } | null>;

const perNetwork = { calls: 120, perMs: 60_000 } as const;
const tokenLength = 2_048;

/**
 * Creates the redirects to the hosted pages. A token or a request in the address of a page could leak from its
 * history or its Referer header (S48). The request is stored for a minute, and the page's address has only the app
 * and the request's id.
 */
export function createRedirects(
  world: Pick<World, 'clock' | 'config' | 'workers'>,
  deps: {
    readonly apps: Pick<Apps, 'find' | 'isSeen'>;
    readonly requesters: Requesters;
    readonly tickets: Pick<Tickets, 'issue'>;
    readonly tokens: Tokens;
  },
) {
  const { config } = world;
  const { apps, requesters, tickets, tokens } = deps;
  const take = createCap(world, 'crossApp.redirects', perNetwork);

  async function addressOf(hostedUrl: string, providerId: string, arrival: ArrivedRequest): Promise<string> {
    const id = await tickets.issue({
      appId: providerId,
      kind: 'cross-app-id',
      lifeMs: limits.crossAppIdMs,
      value: arrival,
    });
    return `${hostedUrl}/cross-app/${arrival.kind}?${new URLSearchParams({ app: providerId, id })}`;
  }

  /** Returns the listed origin that the published connector names. Returns null if it may not get an answer. */
  async function findOrigin(...[query, failures]: Parameters<Reader>) {
    const provider = await findApp(apps, query.get('provider_app_id') ?? '', failures);
    const requester: RequesterKey = { type: 'origin', id: query.get('requester_origin') ?? '' };
    const isListed = provider !== null && (await requesters.findScope(provider, requester)) !== null;
    const isPage = isListed && (await requesters.isPageOf(requester, requester.id));
    return isPage ? { providerId: provider.id, requester, page: requester.id } : null;
  }

  const readers: Readonly<Record<Path, Reader>> = {
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

    async '/cross-app/connect'(query, failures) {
      const publicKey = query.get('requester_public_key') ?? '';
      // Smart wallets are not offered.
      const isWanted = query.get('connect') === 'true' && query.get('smart_wallet_mode') !== 'true';
      const from = isWanted && isPublicKey(publicKey) ? await findOrigin(query, failures) : null;
      if (!from) return null;
      const { page, providerId, requester } = from;
      return { providerId, arrival: { kind: 'connect', by: 'message', page, publicKey, requester } };
    },

    async '/cross-app/transact'(query, failures) {
      const publicKey = query.get('requester_public_key') ?? '';
      const encrypted = query.get('encrypted_request') ?? '';
      const iv = query.get('iv') ?? '';
      const isShort = encrypted.length <= limits.crossAppRequestLength && iv.length <= 64;
      const from =
        isShort && encrypted !== '' && isPublicKey(publicKey) ? await findOrigin(query, failures) : null;
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
    addressOf,

    /**
     * Answers the redirects. Returns null for any other request, and if there are no hosted pages. A popup
     * counts towards its network's limit of popups only if its request is valid. An attacker who makes up
     * tokens and origins could otherwise lock out the users of their network (S45).
     */
    async serve(request: Incoming, failures: Failures, caller: PageCaller): Promise<Response | null> {
      const path = paths.find((one) => one === request.path);
      const { hostedUrl } = config;
      if (path === undefined || request.method !== 'GET' || hostedUrl === null) return null;
      try {
        const query = readQuery(request.query);
        const found = query && (await readers[path](query, failures));
        if (!found) return lostPage();
        if (caller.isCounted) take(caller.network);
        return sentOn(await addressOf(hostedUrl, found.providerId, found.arrival));
      } catch (error) {
        if (isCode(error, 'too_many_requests')) return busyPage();
        throw error;
      }
    },
  };
}

export type Redirects = ReturnType<typeof createRedirects>;

/**
 * Reads a query in which each name is unique. An attacker could send two values under one name, of which one is
 * checked and the other used.
 */
function readQuery(text: string): ReadonlyMap<string, string> | null {
  const pairs = [...new URLSearchParams(text)];
  const query = new Map(pairs);
  return query.size === pairs.length ? query : null;
}

/** Returns the id under which a request counts as used. */
const useIdOf = (by: string, request: string): string =>
  sha256(`${sha256(by).toString('base64url')} ${request}`).toString('base64url');
