import { emailRoutes, type Route, sessionRoutes, type TokenReply } from '../../packages/wire/src/index.ts';
import type { Fleet } from './fleet.ts';

const app = 'latchkey-demo-app-0000001';
const origin = 'http://localhost:3000';

/** Statuses that clients retry (decision 335), with the number of retries and the delay in ms. */
const retriedStatuses = new Set([408, 425, 500, 502, 503, 504]);
const retries = 3;
const retryAfterMs = 500;

/** A user who logs in and then refreshes repeatedly, as a client does. */
export interface RefreshingUser {
  readonly email: string;
  /** Ids that the service acknowledged. */
  readonly userIds: Set<string>;
  refreshToken: string | null;
  refreshes: number;
}

interface Answer {
  /** HTTP status; null if the connection failed. */
  status: number | null;
  /** True if the request may have arrived. */
  isSent: boolean;
  json: Partial<TokenReply> & { code?: string };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Creates many users at once. `failures` lists what neither a client's retries nor the user's presses cured.
 *
 * @param fleet the processes among which the users' requests go in turn
 * @param name of their mailboxes, without their number
 */
export function createPeople(fleet: Pick<Fleet, 'ports' | 'sandbox'>, count: number, name = 'person') {
  const people = Array.from({ length: count }, (_, index): RefreshingUser => {
    return { email: `${name}${index}@example.com`, userIds: new Set(), refreshToken: null, refreshes: 0 };
  });
  const failures: string[] = [];
  let calls = 0;
  let networks = 0;

  /** Sends a request as a balancer does: a process that refuses the connection is skipped. */
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

  /** Sends a request to one process. Returns null if it refuses the connection. */
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

  /** Repeats a safe request as clients do, any other only if no process accepted the connection. */
  async function request(route: Route<never, unknown>, body: object, network: string): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const answer = await send(route, body, network);
      const isPassing = answer.status === null || retriedStatuses.has(answer.status);
      const mayRepeat = route.retry === 'safe' || !answer.isSent;
      if (!isPassing || !mayRepeat || tries === retries) return answer;
      await wait(retryAfterMs);
    }
  }

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

  /** Repeats an act until it works, as a user who presses again. Records a failure after this many presses. */
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
    logIn: (presses = 1) => each((person) => insist(person, logIn, presses)),
    /**
     * Refreshes for all users until stopped.
     *
     * @param presses number of presses after which a failure counts
     */
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
    refresh: () => each((person) => insist(person, refresh, 1)),
  };
}
