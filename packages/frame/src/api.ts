import type { FrameContextBody, FrameContextReply } from '@latchkey/wire';
import { signProof } from './custody/proof.ts';
import { readReply, type ServiceReply } from './custody/readReply.ts';
import { type CustodyOperations, custodyPaths, signerPaths } from './custody/routes.ts';
import type { Caller } from './custody/sessions.ts';
import { type FactorOperations, factorMethods, factorPaths } from './mfa/routes.ts';
import { refuse, refuseUnverified } from './refusal.ts';

/** Time limit of one call with all its retries, in ms. */
const deadlineMs = 20_000;
const retries = 3;
const retryDelayMs = 500;
const retriedStatuses = [408, 425, 500, 502, 503, 504];

export type Context = FrameContextReply;

type Operations = CustodyOperations & FactorOperations;
const paths = { ...custodyPaths, ...signerPaths, ...factorPaths };

export interface ApiFacts {
  /** Origin of the service and of the frame. */
  readonly origin: string;
  readonly appId: string;
  readonly parentOrigin: string;
  readonly proofKey: CryptoKeyPair;
  /** Nonce for the first proof, from {@link fetchContext}. */
  readonly nonce: string;
  /** Called when the service accepted a call. */
  readonly onAccepted: (caller: Caller) => void;
  /**
   * Called for an answer with status 401 or 403, except `recent_login_required` and `missing_or_invalid_mfa`: these
   * refuse one operation, not the caller.
   */
  readonly onRefused: () => void;
  /** Called when the service required a second factor that was missing or wrong. */
  readonly onUnverified: () => void;
  /** Called with the seconds for which the wallet stays open; null if no second factor limits them. */
  readonly onUnlockedFor: (seconds: number | null) => void;
  /** Returns Unix milliseconds. */
  readonly now: () => number;
}

/** Body without the origin. A union of bodies stays a union. */
type WithoutOrigin<Body> = Body extends Body ? Omit<Body, 'parent_origin'> : never;

/** Calls of the service. Each has a proof, and the embedding page's origin in its body. */
export interface Api {
  /**
   * Calls the service, and repeats the same body if the network or the service fails. A call of `factorPaths`, except
   * `startSms`, is not repeated after a failure, because a repeated code could count as a wrong one.
   *
   * @throws Refusal with the service's code; `client_request_timeout` after 20 s; `network_error`;
   *   `missing_or_invalid_mfa` also for a part that is released in the last second of a second factor
   */
  call<A extends keyof Operations>(
    act: A,
    caller: Caller,
    body: WithoutOrigin<Operations[A]['body']>,
  ): Promise<Operations[A]['reply']>;
}

/**
 * Asks the service whether a host page may embed the frame. Needs no session.
 *
 * @throws Refusal like {@link Api.call}
 */
export async function fetchContext(origin: string, body: FrameContextBody): Promise<Context> {
  const url = origin + custodyPaths.context;
  const compose = async () => ({ body: JSON.stringify(body), appId: body.app_id });
  const answer = await withinDeadline((deadline) => tryRepeatedly(url, compose, retries, deadline));
  return readReply(answer, factorMethods) as unknown as Context;
}

export function createApi(facts: ApiFacts): Api {
  let nonce = facts.nonce;
  let begun = 0;
  let heard = 0;

  async function send(
    act: keyof Operations,
    caller: Caller,
    bodyText: string,
    deadline: AbortSignal,
  ): Promise<ServiceReply> {
    const url = facts.origin + paths[act];
    const most = act in factorPaths && act !== 'startSms' ? 0 : retries;
    const { parentOrigin, appId } = facts;
    const compose = async () => {
      const proofFacts = { url, token: caller.token, nonce, parentOrigin, bodyText, nowMs: facts.now() };
      const proof = await signProof(facts.proofKey, proofFacts);
      return { body: bodyText, appId, token: caller.token, proof };
    };
    const answer = await tryRepeatedly(url, compose, most, deadline);
    nonce = answer.nonce ?? nonce;
    return answer;
  }

  /** Reports for how long the wallet stays open. Ignores an answer to an earlier call than the last one reported. */
  function hearUnlocked(turn: number, reply: Record<string, unknown>): void {
    const { unlocked_for: seconds } = reply;
    if (turn < heard || (seconds !== null && typeof seconds !== 'number')) return;
    heard = turn;
    facts.onUnlockedFor(seconds);
    // The second factor expires within this second: the vault could lock before it uses the released part.
    if (seconds === 0 && 'auth_part' in reply) refuseUnverified();
  }

  return {
    async call(act, caller, body) {
      begun += 1;
      const turn = begun;
      const bodyText = JSON.stringify({ ...body, parent_origin: facts.parentOrigin });
      const answer = await withinDeadline(async (deadline) => {
        const first = await send(act, caller, bodyText, deadline);
        if (first.json.code !== 'use_dpop_nonce') return first;
        // The nonce expired. The answer contains a new one (RFC 9449 §8).
        const second = await send(act, caller, bodyText, deadline);
        return { ...second, isOfRepeat: first.isOfRepeat || second.isOfRepeat };
      });
      const { code } = answer.json;
      const isRefused = answer.status === 401 || answer.status === 403;
      if (code === 'missing_or_invalid_mfa') facts.onUnverified();
      else if (isRefused && code !== 'recent_login_required') facts.onRefused();
      const reply = readReply(answer, factorMethods);
      facts.onAccepted(caller);
      hearUnlocked(turn, reply);
      return reply as never;
    },
  };
}

interface Outgoing {
  readonly body: string;
  readonly appId: string;
  readonly token?: string;
  readonly proof?: string;
}

async function withinDeadline<T>(act: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    return await act(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request, and repeats it after a failure. Composes each try anew, because a proof is valid once. */
async function tryRepeatedly(
  url: string,
  compose: () => Promise<Outgoing>,
  most: number,
  deadline: AbortSignal,
): Promise<ServiceReply> {
  for (let tries = 0; ; tries += 1) {
    const answer = await post(url, await compose(), deadline);
    if (answer && !(tries < most && retriedStatuses.includes(answer.status)))
      return { ...answer, isOfRepeat: tries > 0 };
    if (deadline.aborted) {
      refuse('error', 'The wallet service did not answer in time. Try again.', 'client_request_timeout');
    }
    if (tries >= most) {
      refuse('error', 'The wallet service could not be reached. Try again.', 'network_error');
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
}

async function post(url: string, outgoing: Outgoing, signal: AbortSignal): Promise<ServiceReply | null> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'privy-app-id': outgoing.appId,
  };
  if (outgoing.token) headers.authorization = `DPoP ${outgoing.token}`;
  if (outgoing.proof) headers.dpop = outgoing.proof;
  try {
    // Any mode but `cors`, even for a same-origin request, lets the page's `no-referrer` policy turn the Origin
    // header into `null`, and the service requires that header.
    const response = await fetch(url, {
      method: 'POST',
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      headers,
      body: outgoing.body,
      signal,
    });
    // A body that is not JSON, such as a proxy's error page, counts as an empty object.
    const json: Record<string, unknown> = Object(await response.json().catch(() => null));
    const nonce = response.headers.get('dpop-nonce');
    return { status: response.status, json, nonce, isOfRepeat: false };
  } catch {
    return null;
  }
}
