import { pathsOf, ServiceError } from '@latchkey/wire';
import type { AppLookup } from '../app.ts';
import type { OperatorLookup } from '../operator.ts';
import type { World } from '../world.ts';
import type { Implementation } from './act.ts';
import { createAnswers } from './answers.ts';
import { createCallers } from './border/callers.ts';
import { corsHeaders } from './border/cors.ts';
import type { Failures } from './border/failures.ts';
import { createOperatorCheck } from './border/operators.ts';
import { createPreflight } from './border/preflight.ts';
import { type Answer, fromResponse, type Incoming } from './exchange.ts';
import { operationPages } from './operations/operationPages.ts';
import { createRouter } from './router.ts';
import { serviceHeaders } from './securityHeaders.ts';
import { type ConnectionInfo, createRouteServers, type RouteServer } from './serveRoute.ts';

export interface RequestHandlerDeps {
  readonly apps: AppLookup;
  readonly operators: OperatorLookup;
  readonly implementations: readonly Implementation[];
  /** Returns true if the process is about to stop. */
  isRetired(): boolean;
  /**
   * Answers requests outside the routes, of any method but OPTIONS, such as for the wallet frame's pages or returns
   * from providers.
   * Resolves to null for other requests.
   */
  pages(
    request: Incoming,
    failures: Failures,
    caller: { readonly network: string; readonly isCounted: boolean },
  ): Promise<Response | null>;
}

/** Creates the request handler: one function from request to answer. Failures become error replies with a code. */
export function createRequestHandler(
  world: World,
  deps: RequestHandlerDeps,
): (request: Incoming, info: ConnectionInfo) => Promise<Answer> {
  const { metrics } = world;
  const answers = createAnswers(world);
  const callers = createCallers(world);
  const checkOperator = createOperatorCheck(world.config, deps.operators);
  const routeServer = createRouteServers(world, { apps: deps.apps, answers, callers, checkOperator });
  const preflight = createPreflight(deps.apps, answers);
  const pageHeaders = serviceHeaders(world.config);

  async function servePage(request: Incoming, info: ConnectionInfo): Promise<Answer | null> {
    const { failures, ...caller } = callers(request, info);
    const page = await deps.pages(request, failures, caller);
    if (!page) return null;
    const { status, headers, body } = await fromResponse(page);
    metrics.count('latchkey_http_requests_total', { route: 'pages', status: String(status) });
    return { status, headers: { ...pageHeaders, ...headers }, body };
  }

  /** Lets pages of any app read that a route does not exist, because published clients call routes that are not built. */
  async function letRead(headers: Record<string, string>, origin: string | null): Promise<void> {
    const isKnown = origin !== null && (await deps.apps.isOriginKnown(origin).catch(() => false));
    if (isKnown) Object.assign(headers, corsHeaders(origin));
  }

  async function serveElse(request: Incoming, info: ConnectionInfo): Promise<Answer> {
    try {
      const page = await servePage(request, info);
      if (page) return page;
      metrics.count('latchkey_http_requests_total', { route: 'unknown', status: '404' });
      const headers = answers.begin();
      await letRead(headers, request.headers.get('origin'));
      return answers.toErrorAnswer(new ServiceError('not_found'), 'unknown', headers);
    } catch (error) {
      return answers.toErrorAnswer(error, 'unknown');
    }
  }

  const router = createRouter<RouteServer>();
  for (const implementation of deps.implementations) {
    const serve = routeServer(implementation);
    const { method } = implementation.checked.route;
    for (const path of pathsOf(implementation.checked.route)) router.add(method, path, serve);
  }
  for (const [path, page] of Object.entries(
    operationPages(world, { answers, callers, checkOperator, isRetired: deps.isRetired }),
  )) {
    router.add('GET', path, page);
  }
  return (request, info) => {
    const { method, path } = request;
    if (method === 'OPTIONS') return preflight(request);
    const found = router.find(method === 'HEAD' ? 'GET' : method, path);
    return found ? found.target(request, found.params, info) : serveElse(request, info);
  };
}
