import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { World } from '../world.ts';
import type { Implementation } from './act.ts';
import type { Answers } from './answers.ts';
import { bodyCheck, queryCheck } from './body/checkBody.ts';
import { readBody } from './body/readBody.ts';
import { borderOf } from './border/border.ts';
import type { Callers } from './border/callers.ts';
import { createRateLimiter } from './border/rateLimiter.ts';
import type { Answer, Incoming } from './exchange.ts';
import type { Metrics } from './operations/metrics.ts';
import type { PathParams } from './router.ts';

/** What the server knows of the connection that a request came over. */
export interface ConnectionInfo {
  readonly remoteAddress: string;
}

export type RouteServer = (request: Incoming, params: PathParams, info: ConnectionInfo) => Promise<Answer>;

/**
 * Makes the server of each route: border, cap, body, act, answer, log line. What can be prepared is prepared here, so
 * that a request pays only for what is its own.
 */
export function createRouteServers(
  world: World,
  tools: { apps: Apps; answers: Answers; callers: Callers; metrics: Metrics },
): (implementation: Implementation) => RouteServer {
  const { config, log } = world;
  const { answers, metrics } = tools;
  const takeCall = createRateLimiter(world.clock);

  return ({ checked, act }) => {
    const { route } = checked;
    const border = borderOf(route, { apps: tools.apps, config });
    const inQuery = route.input === 'query';
    const check = checked.body && !inQuery ? bodyCheck(checked.body) : null;
    const checkQuery = checked.body && inQuery ? queryCheck(checked.body) : null;
    const run = act as unknown as (input: unknown) => Promise<unknown>;

    async function answer(
      request: Incoming,
      params: PathParams,
      info: ConnectionInfo,
      headers: Record<string, string>,
      cookies: string[],
    ): Promise<{ app: App | null; text: string }> {
      const { headers: shown } = request;
      // No text of the database can hold it, so that it names nothing.
      if (Object.values(params).some((value) => value.includes('\0'))) fail('not_found');
      const origin = shown.get('origin');
      const bearer = tokenOf(shown.get('authorization'));
      const { network, isCounted, failures } = tools.callers(request, info);
      const app = await border({ headers: shown, params, origin, bearer, failures, answer: headers });
      if (isCounted) takeCall(route.name, network, app?.id ?? null);
      const bodyText = check ? await readBody(request) : '';
      const body = check?.(bodyText) ?? checkQuery?.(request.query);
      if (body && body.dropped > 0) metrics.dropped(route.name, body.dropped);
      const setHeader = (name: string, value: string) => {
        headers[name.toLowerCase()] = value;
      };
      const setCookie = (cookie: string) => void cookies.push(cookie);
      const requestId = headers['x-request-id'] ?? '';
      const caller = { request, requestId, app, origin, network, bearer, bodyText, setHeader, setCookie };
      return { app, text: JSON.stringify(await run({ body: body?.body, params, caller, app })) };
    }

    return async (request, params, info) => {
      const startedAt = performance.now();
      const headers = answers.begin();
      const cookies: string[] = [];
      let status = 200;
      let text: string;
      let app: App | null = null;
      try {
        ({ app, text } = await answer(request, params, info, headers, cookies));
      } catch (error) {
        ({ status, text } = answers.toError(error, headers, route.name));
      }
      const ms = performance.now() - startedAt;
      metrics.answered(route.name, status, ms / 1000);
      const facts = { requestId: headers['x-request-id'], method: route.method, route: route.path };
      log.info({ ...facts, app: app?.id, status, ms: Math.round(ms) }, 'answered');
      if (cookies.length === 0) return { status, headers, body: text };
      return { status, headers: { ...headers, 'set-cookie': cookies }, body: text };
    };
  };
}

/** The token of an Authorization header of the scheme Bearer or DPoP (RFC 6750 §2.1, RFC 9449 §7.1). */
function tokenOf(header: string | null): string | null {
  if (header === null) return null;
  return /^(?:bearer|dpop) +([^\s]+)$/i.exec(header)?.[1] ?? null;
}
