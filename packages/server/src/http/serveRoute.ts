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
import type { OperatorCheck } from './border/operators.ts';
import { createRateLimiter } from './border/rateLimiter.ts';
import type { Answer, Incoming } from './exchange.ts';
import type { PathParams } from './router.ts';

export interface ConnectionInfo {
  readonly remoteAddress: string;
}

export type RouteServer = (request: Incoming, params: PathParams, info: ConnectionInfo) => Promise<Answer>;

/**
 * Returns a function that creates the server of a route. The server checks border, rate limit and body, runs the
 * operation, and writes the answer and the log line.
 */
export function createRouteServers(
  world: World,
  tools: { apps: AppLookup; answers: Answers; callers: Callers; checkOperator: OperatorCheck },
): (implementation: Implementation) => RouteServer {
  const { config, log, metrics, tracing } = world;
  const { answers } = tools;
  const takeCall = createRateLimiter(world);

  return ({ checked, act }) => {
    const { route } = checked;
    const border = borderOf(route, { apps: tools.apps, config, checkOperator: tools.checkOperator });
    const inQuery = route.input === 'query';
    const check = checked.body && !inQuery ? bodyCheck(checked.body) : null;
    const checkQuery = checked.body && inQuery ? queryCheck(checked.body) : null;
    const run = act as unknown as (input: unknown) => Promise<unknown>;
    const countOutcome = counterOf(metrics, route.name);

    async function answer(
      request: Incoming,
      params: PathParams,
      info: ConnectionInfo,
      parts: AnswerParts,
    ): Promise<string> {
      const { headers, cookies, countAs } = parts;
      const { headers: shown } = request;
      // The database cannot store U+0000, so such a parameter names nothing.
      if (Object.values(params).some((value) => value.includes('\0'))) fail('not_found');
      const origin = shown.get('origin');
      const bearer = tokenOf(shown.get('authorization'));
      const { address, network, isCounted, failures } = tools.callers(request, info);
      const { app, operator } = await border({
        headers: shown,
        params,
        origin,
        bearer,
        failures,
        answer: headers,
      });
      parts.app = app;
      if (isCounted) takeCall(route.name, network, app?.id ?? null);
      const bodyText = check ? await readBody(request) : '';
      const body = check?.(bodyText) ?? checkQuery?.(request.query);
      if (body && body.dropped > 0)
        metrics.count('latchkey_http_dropped_fields_total', { route: route.name }, body.dropped);
      const setHeader = (name: string, value: string) => {
        headers[name.toLowerCase()] = value;
      };
      const setCookie = (cookie: string) => void cookies.push(cookie);
      const caller: Caller = {
        request,
        requestId: headers['x-request-id'] ?? '',
        app,
        operator,
        origin,
        address,
        network,
        bearer,
        bodyText,
        countAs,
        setHeader,
        setCookie,
      };
      return JSON.stringify(await run({ body: body?.body, params, caller, app }));
    }

    return async (request, params, info) => {
      const startedAt = performance.now();
      const headers = answers.begin();
      const cookies: string[] = [];
      let status = 200;
      let text: string;
      let outcome = 'success';
      let kind: string | null = null;
      const countAs = (name: string) => {
        kind = name;
      };
      const parts: AnswerParts = { headers, cookies, countAs, app: null };
      try {
        text = await answer(request, params, info, parts);
      } catch (error) {
        ({ code: outcome, status, text } = answers.toError(error, headers, route.name));
      }
      const { app } = parts;
      const ms = performance.now() - startedAt;
      metrics.count('latchkey_http_requests_total', { route: route.name, status: String(status) });
      metrics.time('latchkey_http_request_duration_seconds', { route: route.name }, ms / 1000);
      countOutcome(outcome, kind);
      const { method, path } = route;
      tracing?.describe(`${method} ${path}`, factsOf(path, app, outcome));
      const requestId = headers['x-request-id'];
      log.info({ requestId, method, route: path, app: app?.id, status, ms: Math.round(ms) }, 'answered');
      if (cookies.length === 0) return { status, headers, body: text };
      return { status, headers: { ...headers, 'set-cookie': cookies }, body: text };
    };
  };
}

/** Returns what a trace says about an answered request: the template of its path, its app, and the code of an error. */
const factsOf = (path: string, app: App | null, outcome: string): Record<string, string> => ({
  'http.route': path,
  ...(app ? { 'latchkey.app_id': app.id } : {}),
  ...(outcome === 'success' ? {} : { 'error.type': outcome }),
});

interface AnswerParts extends Pick<Caller, 'countAs'> {
  readonly headers: Record<string, string>;
  readonly cookies: string[];
  /** App of the request, once it has passed the border. */
  app: App | null;
}

/** Returns the token of a Bearer or DPoP Authorization header (RFC 6750 §2.1, RFC 9449 §7.1). */
export function tokenOf(header: string | null): string | null {
  if (header === null) return null;
  return /^(?:bearer|dpop) +([^\s]+)$/i.exec(header)?.[1] ?? null;
}
