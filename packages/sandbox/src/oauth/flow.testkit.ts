import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerConsent } from './answerConsent.ts';
import { createOAuth } from './createOAuth.ts';
import type { Ending } from './provider.ts';

export const callback = 'http://localhost:4000/api/v1/oauth/callback';
export const verifier = 'a-verifier-of-a-test-that-is-43-letters-long';
export const challenge = createHash('sha256').update(verifier).digest('base64url');
export const basicOf = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`;

type Fields = Record<string, string | null>;

/** A valid request to a provider, of which a test changes one part. */
export interface Good {
  authorize: string;
  query: Record<string, string>;
  token: string;
  form: Record<string, string>;
  headers?: Record<string, string>;
}

/** Acts as both the user and the client of one provider, on a clock that the test moves. */
export function createFlow(good: Good) {
  let nowMs = Date.UTC(2026, 10, 22);
  const routes = createOAuth(() => nowMs);
  const at = (path: string) => `http://localhost:4010/oauth/${path}`;
  const send = (request: Request) => routes.fetch(request);
  const addressOf = (changes: Fields = {}) =>
    `${at(good.authorize)}?${new URLSearchParams(withChanges(good.query, changes))}`;

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
    request: (changes: Fields = {}, headers: Record<string, string> = {}) =>
      send(new Request(addressOf(changes), { headers, redirect: 'manual' })),
    requestTwice: (name: string) => send(new Request(`${addressOf()}&${name}=${good.query[name]}`)),
    /** Returns the error of a refused authorization request: on the page, or in the redirect. */
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
    /** Returns the response of the token endpoint. Null leaves a field or header out. */
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
    async get(path: string, headers: Record<string, string> = {}) {
      const reply = await send(new Request(at(path), { headers }));
      const body = JSON.parse(await reply.text());
      return { status: reply.status, body, headers: reply.headers };
    },
  };
}

export type Flow = ReturnType<typeof createFlow>;

/** Adds a test for each refusal of a provider. Every row changes a valid request. */
export function refuses(
  start: () => Flow,
  rows: {
    /** Changes to the authorization request, and the expected error: `page: …` or `back: …`. */
    authorize: readonly (readonly [what: string, changes: Fields, told: string])[];
    /** Changes to the token request, expected status and error, and changes to the headers. */
    token: readonly (readonly [
      what: string,
      changes: Fields,
      status: number,
      error: string,
      headers?: Fields,
    ])[];
    /** Lifetime of a code in seconds. */
    codeLifeS: number;
    /** Refusal of a used or expired code. */
    badCode: readonly [status: number, error: string];
  },
) {
  const errorOf = (body: Record<string, unknown>) => body.error ?? body.error_message;

  for (const [what, changes, told] of rows.authorize) {
    it(`the OAuth provider refuses an authorization request: ${what}`, async () => {
      expect(await start().refusal(changes)).toBe(told);
    });
  }

  for (const [what, changes, status, error, headers] of rows.token) {
    it(`the OAuth provider refuses a token request: ${what}`, async () => {
      const flow = start();
      const { code } = await flow.consent();
      const reply = await flow.redeem(code, changes, headers);
      expect(reply.status).toEqual(status);
      expect(errorOf(reply.body)).toEqual(error);
    });
  }

  it('the OAuth provider refuses a code that was used, has expired, or was issued as expired', async () => {
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

export async function signIn(flow: Flow, consent: Parameters<Flow['consent']> = []): Promise<string> {
  const { code } = await flow.consent(...consent);
  const { body } = await flow.redeem(code);
  return body.access_token ?? body.data[0].access_token;
}

function withChanges(fields: Record<string, string>, changes: Fields): Record<string, string> {
  const entries = Object.entries<string | null>({ ...fields, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}
