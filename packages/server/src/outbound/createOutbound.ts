import { isIP } from 'node:net';
import { recordStatus, traceCall } from '../tracing/index.ts';
import type { World } from '../world.ts';
import { type AddressRule, isAllowedAddress } from './addresses.ts';
import { exchange } from './exchange.ts';
import { nothingAllowed, type OutboundAllow } from './outboundAllow.ts';
import { hostOf, urlProblem } from './urlProblem.ts';

/** Reason for a missing answer: refused by the service, unreachable, too slow, too large, or redirected too often. */
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
  /** Longest body of the answer, in bytes. With 0 it is not read. */
  readonly maxBytes: number;
  /** Time for everything, including redirects, in ms. */
  readonly timeoutMs: number;
  /** Number of redirects that a GET follows. The address of each is checked. A POST never follows one. @default 0 */
  readonly redirects?: number;
  /**
   * True if the operator chose the address, such as that of a webhook. Then hosts of their own network that they
   * listed may be called. Never set it for an address from a user, a page or another party. @default false
   */
  readonly isOfOperator?: boolean;
}

export interface Outbound {
  /** Addresses that every request may go to. */
  readonly rule: AddressRule;
  /** Hosts of the operator's own network that may be called in requests with `isOfOperator`. */
  readonly allow: OutboundAllow;
  /** Sends a request to a supplied address. Never rejects: a failure is part of the result. */
  send(url: string, request: OutboundRequest): Promise<OutboundResult>;
}

const failed = (failure: OutboundFailure): OutboundResult => ({ answer: null, failure });

/**
 * Creates the sender of requests to supplied addresses. It calls public addresses by https. Outside production it
 * also calls this machine, by http too. If the operator chose the address, it also calls the hosts of their own
 * network that they listed.
 */
export function createOutbound(
  world: Pick<World, 'config' | 'resolveHost' | 'signalAfter'> & Partial<Pick<World, 'tracing'>>,
): Outbound {
  const { tracing = null } = world;
  const rule = world.config.production ? 'public' : 'public-or-loopback';
  const ownAllow = world.config.outboundAllow ?? nothingAllowed;

  /**
   * Resolves a host and checks all its addresses. Returns null if one of them is not allowed: a mixed answer suggests
   * an attack.
   */
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
    // http is only for this machine and the operator's own network, whatever the name resolves to.
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
      // Another origin must not get the headers. The operator did not choose it, so their list of hosts does not
      // apply to it.
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
      const result = () =>
        follow(url, request, signal).catch(() => failed(signal.aborted ? 'timeout' : 'unreachable'));
      if (tracing === null) return result();
      return traceCall(tracing, { method: request.method, host: new URL(url).hostname }, async (span) => {
        const outcome = await result();
        if (outcome.answer) recordStatus(span, outcome.answer.status);
        else span.fail(outcome.failure);
        return outcome;
      });
    },
  };
}

function redirectOf({ status, headers }: OutboundAnswer): string | null {
  const { location } = headers;
  return [301, 302, 303, 307, 308].includes(status) && typeof location === 'string' ? location : null;
}

/** Rejects when the signal aborts, because the system's resolver cannot be cancelled. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject);
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
