import { fail } from '@latchkey/wire';
import type { App, AppLookup } from '../app.ts';
import { counterOf } from '../metrics/index.ts';
import type { World } from '../world.ts';
import type { Caller, Implementation } from './act.ts';
import type { Answers } from './answers.ts';
import { bodyCheck, queryCheck } from './body/checkBody.ts';
import { readBody } from './body/readBody.ts';
import { borderOf } from './border/border.ts';
import type { Callers } from './border/callers.ts';
import { createRateLimiter } from './border/rateLimiter.ts';
import type { Answer, Incoming } from './exchange.ts';
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
  tools: { apps: AppLookup; answers: Answers; callers: Callers },
): (implementation: Implementation) => RouteServer {
  const { config, log, metrics } = world;
  const { answers } = tools;
  const takeCall = createRateLimiter(world.clock);

  return ({ checked, act }) => {
    const { route } = checked;
    const border = borderOf(route, { apps: tools.apps, config });
    const inQuery = route.input === 'query';
    const check = checked.body && !inQuery ? bodyCheck(checked.body) : null;
    const checkQuery = checked.body && inQuery ? queryCheck(checked.body) : null;
    const run = act as unknown as (input: unknown) => Promise<unknown>;
    const countOutcome = counterOf(metrics, route.name);

    async function answer(
      request: Incoming,
      params: PathParams,
      info: ConnectionInfo,
      { headers, cookies, countAs }: AnswerParts,
    ): Promise<{ app: App | null; text: string }> {
      const { headers: shown } = request;
      // No text of the database can hold it, so that it names nothing.
      if (Object.values(params).some((value) => value.includes('\0'))) fail('not_found');
      const origin = shown.get('origin');
      const bearer = tokenOf(shown.get('authorization'));
      const { address, network, isCounted, failures } = tools.callers(request, info);
      const app = await border({ headers: shown, params, origin, bearer, failures, answer: headers });
      if (isCounted) takeCall(route.name, network, app?.id ?? null);
      const bodyText = check ? await readBody(request) : '';
      const body = check?.(bodyText) ?? checkQuery?.(request.query);
      if (body && body.dropped > 0)
        metrics.count('latchkey_http_dropped_fields_total', { route: route.name }, body.dropped);
      const setHeader = (name: string, value: string) => {
        headers[name.toLowerCase()] = value;
      };
      const setCookie = (cookie: string) => void cookies.push(cookie);
      const requestId = headers['x-request-id'] ?? '';
      const facts = { request, requestId, app, origin, address, network, bearer, bodyText };
      const caller: Caller = { ...facts, countAs, setHeader, setCookie };
      return { app, text: JSON.stringify(await run({ body: body?.body, params, caller, app })) };
    }

    return async (request, params, info) => {
      const startedAt = performance.now();
      const headers = answers.begin();
      const cookies: string[] = [];
      let status = 200;
      let text: string;
      let app: App | null = null;
      let outcome = 'success';
      let kind: string | null = null;
      const countAs = (name: string) => {
        kind = name;
      };
      try {
        ({ app, text } = await answer(request, params, info, { headers, cookies, countAs }));
      } catch (error) {
        ({ code: outcome, status, text } = answers.toError(error, headers, route.name));
      }
      const ms = performance.now() - startedAt;
      metrics.count('latchkey_http_requests_total', { route: route.name, status: String(status) });
      metrics.time('latchkey_http_request_duration_seconds', { route: route.name }, ms / 1000);
      countOutcome(outcome, kind);
      const facts = { requestId: headers['x-request-id'], method: route.method, route: route.path };
      log.info({ ...facts, app: app?.id, status, ms: Math.round(ms) }, 'answered');
      if (cookies.length === 0) return { status, headers, body: text };
      return { status, headers: { ...headers, 'set-cookie': cookies }, body: text };
    };
  };
}

/** What an act adds to its answer and to what is counted of it. */
interface AnswerParts extends Pick<Caller, 'countAs'> {
  readonly headers: Record<string, string>;
  readonly cookies: string[];
}

/** The token of an Authorization header of the scheme Bearer or DPoP (RFC 6750 §2.1, RFC 9449 §7.1). */
function tokenOf(header: string | null): string | null {
  if (header === null) return null;
  return /^(?:bearer|dpop) +([^\s]+)$/i.exec(header)?.[1] ?? null;
}
