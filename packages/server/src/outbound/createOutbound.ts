import { isIP } from 'node:net';
import type { World } from '../world.ts';
import { type AddressRule, isAllowedAddress } from './addresses.ts';
import { exchange } from './exchange.ts';
import { nothingAllowed, type OutboundAllow } from './outboundAllow.ts';
import { hostOf, urlProblem } from './urlProblem.ts';

/** Why there is no answer: refused by us, not reachable, too slow, too large, or redirected too often. */
export type OutboundFailure = 'refused' | 'unreachable' | 'timeout' | 'too_large' | 'too_many_redirects';

export type OutboundResult =
  | { readonly answer: OutboundAnswer; readonly failure: null }
  | { readonly answer: null; readonly failure: OutboundFailure };

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Longest body in bytes; with 0 no body is read: the answer is there when its headers are. */
  readonly maxBytes: number;
  /** Time for everything, redirects included, in ms. */
  readonly timeoutMs: number;
  /** Redirects that a GET follows, each checked like the first address; none by default. A POST never follows one. */
  readonly redirects?: number;
  /**
   * Set if the operator chose the address, such as that of a webhook: then the hosts of their own network that they listed
   * may be called. Never set it for an address that a person, a page or another party named. @default false
   */
  readonly isOfOperator?: boolean;
}

export interface Outbound {
  /** What an address must obey in this installation. */
  readonly rule: AddressRule;
  /** Hosts of the operator's own network that may be called, at addresses that the operator chose. */
  readonly allow: OutboundAllow;
  /** Asks an address that someone gave. Never rejects: every way to fail has its word. */
  send(url: string, request: OutboundRequest): Promise<OutboundResult>;
}

const failed = (failure: OutboundFailure): OutboundResult => ({ answer: null, failure });

/**
 * Makes the door to the outside: https to public addresses; outside production also http to this machine; and to what the
 * operator listed of their own network, where the operator chose the address.
 */
export function createOutbound(world: Pick<World, 'config' | 'resolveHost' | 'signalAfter'>): Outbound {
  const rule = world.config.production ? 'public' : 'public-or-loopback';
  const ownAllow = world.config.outboundAllow ?? nothingAllowed;

  /** The addresses of a host, all checked; null when one of them is not allowed: a mixed answer is an attempt. */
  async function addressesOf(host: string, allow: OutboundAllow): Promise<readonly string[] | null> {
    const addresses = isIP(host) === 0 ? await world.resolveHost(host) : [host];
    const isFit = (address: string) => isAllowedAddress(address, rule) || allow.isAllowedFor(host, address);
    return addresses.every(isFit) ? addresses : null;
  }

  async function send(
    url: URL,
    request: OutboundRequest,
    { allow, signal }: { allow: OutboundAllow; signal: AbortSignal },
  ): Promise<OutboundResult> {
    if (urlProblem(url.href, rule, allow) !== null) return failed('refused');
    const addresses = await untilAborted(addressesOf(hostOf(url), allow), signal);
    if (!addresses) return failed('refused');
    // http stays on this machine, and on the operator's own network, whatever the name resolves to.
    if (url.protocol === 'http:' && addresses.some((address) => isAllowedAddress(address, 'public'))) {
      return failed('refused');
    }
    return exchange(url, addresses, request, signal);
  }

  async function follow(
    text: string,
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundResult> {
    let url = new URL(text);
    let { headers } = request;
    let allow = request.isOfOperator ? ownAllow : nothingAllowed;
    for (let left = request.redirects ?? 0; ; left -= 1) {
      const result = await send(url, { ...request, headers }, { allow, signal });
      const location = request.method === 'GET' && result.answer && redirectOf(result.answer);
      if (!location) return result;
      if (left === 0) return failed('too_many_redirects');
      if (!URL.canParse(location, url.href)) return failed('refused');
      const next = new URL(location, url);
      // Headers for one party do not go to another, and the operator did not choose the new address.
      if (next.origin !== url.origin) {
        headers = {};
        allow = nothingAllowed;
      }
      url = next;
    }
  }

  return {
    rule,
    allow: ownAllow,
    async send(url, request) {
      if (!URL.canParse(url)) return failed('refused');
      const signal = world.signalAfter(request.timeoutMs);
      return follow(url, request, signal).catch(() => failed(signal.aborted ? 'timeout' : 'unreachable'));
    },
  };
}

function redirectOf({ status, headers }: OutboundAnswer): string | null {
  const { location } = headers;
  return [301, 302, 303, 307, 308].includes(status) && typeof location === 'string' ? location : null;
}

/** The system's resolver cannot be called off; a caller that waits for it can. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
