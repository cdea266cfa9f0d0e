import type { FrameContextBody, FrameContextReply } from '@latchkey/wire';
import { signProof } from './custody/proof.ts';
import { type Answer, readReply } from './custody/readReply.ts';
import { type CustodyAct, type CustodyActs, custodyPaths } from './custody/routes.ts';
import type { Caller } from './custody/sessions.ts';
import { refuse } from './refusal.ts';

/** Longest time of one act with its retries, in ms (CONST-05). */
const deadlineMs = 20_000;
const retries = 3;
const retryDelayMs = 500;
const retriedStatuses = [408, 425, 500, 502, 503, 504];

/** What the service makes of the embedding page. */
export type Context = FrameContextReply;

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
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The custody calls, each with a proof; the embedding page's origin is added to every body. */
export interface Api {
  /**
   * Calls the service. A failed network or an overloaded service is tried again with the same body, so that the
   * request id in it makes the second try harmless.
   *
   * @throws Refusal with the service's code and text; `client_request_timeout` after 20 s; `network_error`
   */
  call<A extends CustodyAct>(
    act: A,
    caller: Caller,
    body: Omit<CustodyActs[A]['body'], 'parent_origin'>,
  ): Promise<CustodyActs[A]['reply']>;
}

/**
 * Asks whether the frame may run inside this page. Needs no session.
 *
 * @throws Refusal as {@link Api.call}
 */
export async function fetchContext(origin: string, body: FrameContextBody): Promise<Context> {
  const url = origin + custodyPaths.context;
  const compose = async () => ({ body: JSON.stringify(body), appId: body.app_id });
  const answer = await withinDeadline((deadline) => tryRepeatedly(url, compose, deadline));
  return readReply(answer) as unknown as Context;
}

/** Makes the custody calls of one page. */
export function createApi(facts: ApiFacts): Api {
  let nonce = facts.nonce;

  async function send(
    act: CustodyAct,
    caller: Caller,
    bodyText: string,
    deadline: AbortSignal,
  ): Promise<Answer> {
    const url = facts.origin + custodyPaths[act];
    const { parentOrigin, appId } = facts;
    const compose = async () => {
      const proofFacts = { url, token: caller.token, nonce, parentOrigin, bodyText, nowMs: facts.now() };
      const proof = await signProof(facts.proofKey, proofFacts);
      return { body: bodyText, appId, token: caller.token, proof };
    };
    const answer = await tryRepeatedly(url, compose, deadline);
    nonce = answer.nonce ?? nonce;
    return answer;
  }

  return {
    async call(act, caller, body) {
      const bodyText = JSON.stringify({ ...body, parent_origin: facts.parentOrigin });
      const answer = await withinDeadline(async (deadline) => {
        const first = await send(act, caller, bodyText, deadline);
        // The nonce grew old while the page slept; the answer brought a new one (RFC 9449 §8).
        return first.json.code === 'use_dpop_nonce' ? send(act, caller, bodyText, deadline) : first;
      });
      // A login that is too old for an act is still one: what is unlocked stays so, or confirming one act would cost another.
      const isRefused = answer.status === 401 || answer.status === 403;
      if (isRefused && answer.json.code !== 'recent_login_required') facts.onRefused();
      const reply = readReply(answer);
      facts.onAccepted(caller);
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
  deadline: AbortSignal,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await post(url, await compose(), deadline);
    const again = answer === null || retriedStatuses.includes(answer.status);
    if (!again || (answer !== null && tries >= retries)) return answer;
    if (deadline.aborted) {
      refuse('error', 'The wallet service did not answer in time. Try again.', 'client_request_timeout');
    }
    if (tries >= retries) {
      refuse('error', 'The wallet service could not be reached. Try again.', 'network_error');
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
}

/** One try. Null when the network failed. */
async function post(url: string, outgoing: Outgoing, signal: AbortSignal): Promise<Answer | null> {
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
    const json: unknown = await response.json().catch(() => null);
    const isObject = typeof json === 'object' && json !== null;
    return {
      status: response.status,
      json: isObject ? (json as Record<string, unknown>) : {},
      nonce: response.headers.get('dpop-nonce'),
    };
  } catch {
    return null;
  }
}
