import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerConsent } from './answerConsent.ts';
import { createOAuth } from './createOAuth.ts';
import type { Ending } from './provider.ts';

/** Where the client of every stand-in is sent back to. */
export const callback = 'http://localhost:4000/api/v1/oauth/callback';
export const verifier = 'a-verifier-of-a-test-that-is-43-letters-long';
export const challenge = createHash('sha256').update(verifier).digest('base64url');
export const basicOf = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`;

type Fields = Record<string, string | null>;

/** A good request of a provider; a test changes one thing of it. */
export interface Good {
  authorize: string;
  query: Record<string, string>;
  token: string;
  form: Record<string, string>;
  headers?: Record<string, string>;
}

/** Plays both the person and the client of one provider, on a clock that the test moves. */
export function createFlow(good: Good) {
  let nowMs = Date.UTC(2026, 10, 22);
  const routes = createOAuth(() => nowMs);
  const at = (path: string) => `http://localhost:4010/oauth/${path}`;
  const send = (request: Request) => routes.fetch(request);
  const addressOf = (changes: Fields = {}) =>
    `${at(good.authorize)}?${new URLSearchParams(withChanges(good.query, changes))}`;

  /** The code of a consent. */
  async function consent(answer: Ending = 'allow', person = 'ada', changes: Fields = {}) {
    const { url, form } = await answerConsent(addressOf(changes), { answer, person }, send);
    const back = form ?? new URL(url).searchParams;
    return { url, back, code: back.get('code') ?? '' };
  }

  return {
    addressOf,
    consent,
    wait(seconds: number) {
      nowMs += seconds * 1000;
    },
    now: () => nowMs,
    /** The answer to an authorization request, or to one of another browser. */
    request: (changes: Fields = {}, headers: Record<string, string> = {}) =>
      send(new Request(addressOf(changes), { headers, redirect: 'manual' })),
    /** The answer to an authorization request with one parameter a second time. */
    requestTwice: (name: string) => send(new Request(`${addressOf()}&${name}=${good.query[name]}`)),
    /** What a refused authorization request says: the error on the page, or in the way back. */
    async refusal(changes: Fields, headers: Record<string, string> = {}) {
      const reply = await send(new Request(addressOf(changes), { headers }));
      const location = reply.headers.get('location');
      if (location !== null) {
        expect(location.startsWith(`${callback}?`)).toBe(true);
        return `back: ${new URL(location).searchParams.get('error')}`;
      }
      expect(reply.status).toBe(400);
      return `page: ${/<code>(.*?)<\/code>/.exec(await reply.text())?.[1]}`;
    },
    /** The answer of the token endpoint; null leaves a field or a header out. */
    async redeem(code: string, changes: Fields = {}, headers: Fields = {}) {
      const body = new URLSearchParams(withChanges({ ...good.form, code }, changes));
      const request = new Request(at(good.token), {
        method: 'POST',
        headers: withChanges(
          { 'content-type': 'application/x-www-form-urlencoded', ...good.headers },
          headers,
        ),
        body: body.toString(),
      });
      const reply = await send(request);
      const text = await reply.text();
      const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false;
      return { status: reply.status, body: isJson ? JSON.parse(text) : text };
    },
    /** What an endpoint tells. */
    async get(path: string, headers: Record<string, string> = {}) {
      const reply = await send(new Request(at(path), { headers }));
      const body = JSON.parse(await reply.text());
      return { status: reply.status, body, headers: reply.headers };
    },
  };
}

export type Flow = ReturnType<typeof createFlow>;

/** A test for each thing that a provider refuses. Every row changes one thing of a good request. */
export function refuses(
  start: () => Flow,
  rows: {
    /** What is changed in the authorization request, and where which error is told: `page: …` or `back: …`. */
    authorize: readonly (readonly [what: string, changes: Fields, told: string])[];
    /** What is changed in the request for a token, status and error of the answer, and what is changed in its headers. */
    token: readonly (readonly [
      what: string,
      changes: Fields,
      status: number,
      error: string,
      headers?: Fields,
    ])[];
    /** Seconds that a code lives. */
    codeLifeS: number;
    /** How a code is refused that is used or late. */
    badCode: readonly [status: number, error: string];
  },
) {
  const errorOf = (body: Record<string, unknown>) => body.error ?? body.error_message;

  for (const [what, changes, told] of rows.authorize) {
    it(`refuses to authorize ${what}`, async () => {
      expect(await start().refusal(changes)).toBe(told);
    });
  }

  for (const [what, changes, status, error, headers] of rows.token) {
    it(`refuses a token to ${what}`, async () => {
      const flow = start();
      const { code } = await flow.consent();
      const reply = await flow.redeem(code, changes, headers);
      expect([reply.status, errorOf(reply.body)]).toEqual([status, error]);
    });
  }

  it('refuses a code that is used, late, or expired from the start', async () => {
    const flow = start();
    const { code } = await flow.consent();
    expect(errorOf((await flow.redeem(code)).body)).toBeUndefined();
    const used = await flow.redeem(code);
    expect([used.status, errorOf(used.body)]).toEqual(rows.badCode);
    const late = await flow.consent();
    flow.wait(rows.codeLifeS);
    expect(errorOf((await flow.redeem(late.code)).body)).toBe(rows.badCode[1]);
    const expired = await flow.consent('expired-code');
    expect(errorOf((await flow.redeem(expired.code)).body)).toBe(rows.badCode[1]);
  });
}

/** The token of a consent. */
export async function signIn(flow: Flow, consent: Parameters<Flow['consent']> = []): Promise<string> {
  const { code } = await flow.consent(...consent);
  const { body } = await flow.redeem(code);
  return body.access_token ?? body.data[0].access_token;
}

function withChanges(fields: Record<string, string>, changes: Fields): Record<string, string> {
  const entries = Object.entries<string | null>({ ...fields, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}
