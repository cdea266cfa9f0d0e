import { emailRoutes, type Route, sessionRoutes, type TokenReply } from '../../packages/wire/src/index.ts';
import type { Fleet } from './fleet.ts';

const app = 'latchkey-demo-app-0000001';
const origin = 'http://localhost:3000';

/** Retried by clients (docs/spec/decisions.md, 35), and how often and after how long. */
const retriedStatuses = new Set([408, 425, 500, 502, 503, 504]);
const retries = 3;
const retryAfterMs = 500;

/** A person who logs in, and refreshes as a client does, again and again. */
export interface RefreshingUser {
  readonly email: string;
  /** What the service acknowledged. */
  readonly userIds: Set<string>;
  refreshToken: string | null;
  refreshes: number;
}

interface Answer {
  /** Null when the connection failed. */
  status: number | null;
  /** Whether the request may have arrived. */
  isSent: boolean;
  json: Partial<TokenReply> & { code?: string };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Many people at once. What a client's own retries and the person's next press do not cure stands in `failures`. */
export function createPeople(fleet: Fleet, count: number) {
  const people = Array.from({ length: count }, (_, index): RefreshingUser => {
    return { email: `person${index}@example.com`, userIds: new Set(), refreshToken: null, refreshes: 0 };
  });
  const failures: string[] = [];
  let calls = 0;
  let networks = 0;

  /** As a balancer sends it on: a process that takes no connection is passed over for the next one. */
  async function send(route: Route<never, unknown>, body: object, network: string): Promise<Answer> {
    calls += 1;
    const ports = fleet.ports();
    const turn = calls % ports.length;
    const none: Answer = { status: null, isSent: false, json: {} };
    for (const port of [...ports.slice(turn), ...ports.slice(0, turn)]) {
      const answer = await sendTo(port, route, body, network);
      if (answer) return answer;
    }
    return none;
  }

  /** Null when no one takes the connection. */
  async function sendTo(
    port: number,
    route: Route<never, unknown>,
    body: object,
    network: string,
  ): Promise<Answer | null> {
    const headers = { 'content-type': 'application/json', 'privy-app-id': app, origin };
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${route.path}`, {
        method: route.method,
        headers: { ...headers, 'x-forwarded-for': network },
        body: JSON.stringify(body),
      });
      return { status: answer.status, isSent: true, json: (await answer.json()) as Answer['json'] };
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      return code === 'ECONNREFUSED' ? null : { status: null, isSent: true, json: {} };
    }
  }

  /** A request as clients send it: the safe ones again, the others only while none has left. */
  async function request(route: Route<never, unknown>, body: object, network: string): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const answer = await send(route, body, network);
      const isPassing = answer.status === null || retriedStatuses.has(answer.status);
      const mayRepeat = route.retry === 'safe' || !answer.isSent;
      if (!isPassing || !mayRepeat || tries === retries) return answer;
      await wait(retryAfterMs);
    }
  }

  /** Asks for a code and gives it. Anyone who gets no answer asks for another one, from where they then are. */
  async function logIn(person: RefreshingUser): Promise<void> {
    networks += 1;
    const network = `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
    const before = fleet.sandbox.inbox.list(person.email).length;
    await request(emailRoutes.sendCode as Route<never, unknown>, { email: person.email }, network);
    const [mail] = fleet.sandbox.inbox.list(person.email);
    if (!mail || fleet.sandbox.inbox.list(person.email).length === before) throw new Error('no code came');
    const body = { email: person.email, code: mail.code };
    const { status, json } = await request(emailRoutes.authenticate as Route<never, unknown>, body, network);
    if (status !== 200) throw new Error(`login ${status} ${json.code ?? ''}`);
    keep(person, json);
  }

  async function refresh(person: RefreshingUser): Promise<void> {
    const body = { refresh_token: person.refreshToken };
    const { status, json } = await request(sessionRoutes.refresh as Route<never, unknown>, body, '10.0.0.1');
    if (status !== 200) throw new Error(`refresh ${status} ${json.code ?? ''}`);
    keep(person, json);
    person.refreshes += 1;
  }

  function keep(person: RefreshingUser, { refresh_token, user }: Partial<TokenReply>): void {
    if (refresh_token) person.refreshToken = refresh_token;
    if (user) person.userIds.add(user.id);
  }

  /** Does something again until it works, as a person presses again; notes what did not within so many presses. */
  async function insist(
    person: RefreshingUser,
    act: (person: RefreshingUser) => Promise<void>,
    presses: number,
  ): Promise<void> {
    for (let press = 1; ; press += 1) {
      try {
        return await act(person);
      } catch (error) {
        if (press === presses) return void failures.push(`${person.email}: ${(error as Error).message}`);
        await wait(retryAfterMs);
      }
    }
  }

  const each = (act: (person: RefreshingUser) => Promise<void>) => Promise.all(people.map(act));
  return {
    people,
    failures,
    /** Everybody logs in. */
    logIn: (presses = 1) => each((person) => insist(person, logIn, presses)),
    /** Everybody refreshes until told to stop. @param presses how often one presses, who is told of a failure */
    live(presses = 1) {
      let isOver = false;
      const done = each(async (person) => {
        while (!isOver) await insist(person, refresh, presses);
      });
      return async () => {
        isOver = true;
        await done;
      };
    },
    /** Everybody's last acknowledged token gives another session token still. */
    refresh: () => each((person) => insist(person, refresh, 1)),
  };
}
