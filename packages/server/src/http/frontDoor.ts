import { pathsOf, ServiceError } from '@latchkey/wire';
import { Hono } from 'hono';
import type { Apps } from '../apps/index.ts';
import type { World } from '../world.ts';
import type { Implementation } from './act.ts';
import { createAnswers } from './answers.ts';
import { corsHeaders } from './border/cors.ts';
import { createPreflight } from './border/preflight.ts';
import { createMetrics } from './operations/metrics.ts';
import { operationPages } from './operations/operationPages.ts';
import { commonHeaders } from './securityHeaders.ts';
import { type ConnectionInfo, createRouteServers } from './serveRoute.ts';

export interface FrontDoorRooms {
  readonly apps: Apps;
  readonly implementations: readonly Implementation[];
  /** The pages of the wallet frame; null for a path that is none of theirs. */
  pages(request: Request): Promise<Response | null>;
}

const noParams: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Opens the front door: one function from request to answer. It never rejects; whatever goes wrong becomes an error
 * reply with its code.
 */
export function createFrontDoor(
  world: World,
  rooms: FrontDoorRooms,
): (request: Request, info: ConnectionInfo) => Promise<Response> {
  const metrics = createMetrics();
  const answers = createAnswers(world);
  const routeServer = createRouteServers(world, { apps: rooms.apps, answers, metrics });
  const preflight = createPreflight(rooms.apps, answers);
  const pageHeaders = Object.entries(commonHeaders(world.config));

  async function servePage(request: Request): Promise<Response | null> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const page = await rooms.pages(request);
    if (!page) return null;
    const headers = new Headers(page.headers);
    for (const [name, value] of pageHeaders) if (!headers.has(name)) headers.set(name, value);
    metrics.answered('pages', page.status, 0);
    return new Response(page.body, { status: page.status, headers });
  }

  /** A page of any app may read that a route is not there: published clients call some that are not built. */
  async function letRead(headers: Record<string, string>, origin: string | null): Promise<void> {
    const isKnown = origin !== null && (await rooms.apps.isOriginKnown(origin).catch(() => false));
    if (isKnown) Object.assign(headers, corsHeaders(origin));
  }

  const router = new Hono<{ Bindings: ConnectionInfo }>();
  for (const implementation of rooms.implementations) {
    const { method, path } = implementation.checked.route;
    const serve = routeServer(implementation);
    const hasParams = path.includes('{');
    const paths = pathsOf(implementation.checked.route).map((one) => one.replace(/\{(\w+)\}/g, ':$1'));
    router.on(method, paths, (c) => serve(c.req.raw, hasParams ? c.req.param() : noParams, c.env));
  }
  for (const [path, page] of Object.entries(operationPages(world, { answers, metrics }))) {
    router.get(path, (c) => page(c.req.raw));
  }
  router.options('*', (c) => preflight(c.req.raw, c.req.path));
  router.notFound(async (c) => {
    const page = await servePage(c.req.raw);
    if (page) return page;
    metrics.answered('unknown', 404, 0);
    const headers = answers.begin();
    await letRead(headers, c.req.raw.headers.get('origin'));
    return answers.toErrorResponse(new ServiceError('not_found'), 'unknown', headers);
  });
  router.onError((error) => answers.toErrorResponse(error, 'unknown'));
  return async (request, info) => router.fetch(request, info);
}
