import type { MiddlewareHandler } from 'hono';
import { isLoopback } from './loopback.ts';

/**
 * Allows only requests whose host is this machine. An attacker's page could otherwise call the sandbox as its own
 * origin by DNS rebinding, with its own name resolved to 127.0.0.1.
 */
export const localOnly: MiddlewareHandler = async (context, next) => {
  if (!isLoopback(new URL(context.req.url).hostname)) {
    return context.text('The sandbox answers only to localhost, 127.0.0.1 and [::1].', 421);
  }
  return next();
};

/** Allows requests from pages of every origin, and answers their preflight requests. */
export const forEveryPage: MiddlewareHandler = async (context, next) => {
  context.header('access-control-allow-origin', '*');
  if (context.req.method !== 'OPTIONS') return next();
  context.header('access-control-allow-headers', 'content-type');
  context.header('access-control-allow-methods', 'GET, POST');
  return context.body(null, 204);
};
