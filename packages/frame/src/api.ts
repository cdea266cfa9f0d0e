import type { FrameContextBody, FrameContextReply } from '@latchkey/wire';
import { signProof } from './custody/proof.ts';
import { readReply, type ServiceReply } from './custody/readReply.ts';
import { type CustodyOperations, custodyPaths, signerPaths } from './custody/routes.ts';
import type { Caller } from './custody/sessions.ts';
import { type FactorOperations, factorPaths } from './mfa/routes.ts';
import { refuse, refuseUnverified } from './refusal.ts';

/** Longest time of one act with its retries, in ms (CONST-05). */
const deadlineMs = 20_000;
const retries = 3;
const retryDelayMs = 500;
const retriedStatuses = [408, 425, 500, 502, 503, 504];

/** Facts about the embedding page, from the service. */
export type Context = FrameContextReply;

type Operations = CustodyOperations & FactorOperations;
const paths = { ...custodyPaths, ...signerPaths, ...factorPaths };

/** What the calls of one page have in common. */
export interface ApiFacts {
  /** The service's own origin, which is the frame's. */
  readonly origin: string;
  readonly appId: string;
  readonly parentOrigin: string;
  readonly proofKey: CryptoKeyPair;
  /** The nonce for the first proof, from {@link fetchContext}. */
  readonly nonce: string;
  /** Called when the service accepted a token, and when it refused a caller. */
  readonly onAccepted: (caller: Caller) => void;
  readonly onRefused: () => void;
  /** Called when the service wanted a second factor that was not shown, or was shown a wrong one. */
  readonly onUnverified: () => void;
  /** Called when the service said for how long the wallet stays open, in seconds; null without a second factor. */
  readonly onUnlockedFor: (seconds: number | null) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A body, or each of several, as the caller gives it. */
type WithoutOrigin<Body> = Body extends Body ? Omit<Body, 'parent_origin'> : never;

/** The custody calls, each with a proof; the embedding page's origin is added to every body. */
export interface Api {
  /**
   * Calls the service. A failed network or an overloaded service is tried again with the same body, so that the
   * request id in it makes the second try harmless. Acts that show a second factor are tried once: a code is good once, and a
   * second try would be counted as a wrong one.
   *
   * @throws Refusal with the service's code and text; `client_request_timeout` after 20 s; `network_error`
   */
  call<A extends keyof Operations>(
    act: A,
    caller: Caller,
    body: WithoutOrigin<Operations[A]['body']>,
  ): Promise<Operations[A]['reply']>;
}

/**
 * Asks whether the frame may run inside this page. Needs no session.
 *
 * @throws Refusal as {@link Api.call}
 */
export async function fetchContext(origin: string, body: FrameContextBody): Promise<Context> {
  const url = origin + custodyPaths.context;
  const compose = async () => ({ body: JSON.stringify(body), appId: body.app_id });
  const answer = await withinDeadline((deadline) => tryRepeatedly(url, compose, retries, deadline));
  return readReply(answer) as unknown as Context;
}

/** Makes the custody calls of one page. */
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

  /** Of two answers that overtake each other, that of the later call counts. */
  function hearUnlocked(turn: number, reply: Record<string, unknown>): void {
    const { unlocked_for: seconds } = reply;
    if (turn < heard || (seconds !== null && typeof seconds !== 'number')) return;
    heard = turn;
    facts.onUnlockedFor(seconds);
    // The last second of a verification: what was released for it would be closed before it is used.
    if (seconds === 0 && 'auth_part' in reply) refuseUnverified();
  }

  return {
    async call(act, caller, body) {
      begun += 1;
      const turn = begun;
      const bodyText = JSON.stringify({ ...body, parent_origin: facts.parentOrigin });
      const answer = await withinDeadline(async (deadline) => {
        const first = await send(act, caller, bodyText, deadline);
        // The nonce grew old while the page slept; the answer brought a new one (RFC 9449 §8).
        return first.json.code === 'use_dpop_nonce' ? send(act, caller, bodyText, deadline) : first;
      });
      // A login that is too old for an act is still one: what is unlocked stays so, or confirming one act would cost another.
      // One that wants a second factor stays one too: what was verified for it stands, and a wrong code must not cost a login.
      const { code } = answer.json;
      const isRefused = answer.status === 401 || answer.status === 403;
      if (code === 'missing_or_invalid_mfa') facts.onUnverified();
      else if (isRefused && code !== 'recent_login_required') facts.onRefused();
      const reply = readReply(answer);
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

/** Lends an act the one deadline of all its tries. */
async function withinDeadline<T>(act: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    return await act(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends until an answer comes that is worth reading; each try is made anew, because a proof is good for one. */
async function tryRepeatedly(
  url: string,
  compose: () => Promise<Outgoing>,
  most: number,
  deadline: AbortSignal,
): Promise<ServiceReply> {
  for (let tries = 0; ; tries += 1) {
    const answer = await post(url, await compose(), deadline);
    if (answer && !(tries < most && retriedStatuses.includes(answer.status))) return answer;
    if (deadline.aborted) {
      refuse('error', 'The wallet service did not answer in time. Try again.', 'client_request_timeout');
    }
    if (tries >= most) {
      refuse('error', 'The wallet service could not be reached. Try again.', 'network_error');
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
}

/** One try. Null when the network failed. */
async function post(url: string, outgoing: Outgoing, signal: AbortSignal): Promise<ServiceReply | null> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'privy-app-id': outgoing.appId,
  };
  if (outgoing.token) headers.authorization = `DPoP ${outgoing.token}`;
  if (outgoing.proof) headers.dpop = outgoing.proof;
  try {
    // Mode `cors`, though same-origin: in any other mode the page's `no-referrer` turns the Origin header, which the
    // service requires, into `null`.
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
    // A body that is no object, such as a proxy's page, counts as an empty one.
    const json: Record<string, unknown> = Object(await response.json().catch(() => null));
    return {
      status: response.status,
      json,
      nonce: response.headers.get('dpop-nonce'),
    };
  } catch {
    return null;
  }
}
