import type { MiddlewareHandler } from 'hono';
import { isLoopback } from './loopback.ts';

/** Lets a request through that names this machine. A foreign page must not become one of it by rebinding its own name to 127.0.0.1. */
export const localOnly: MiddlewareHandler = async (context, next) => {
  if (!isLoopback(new URL(context.req.url).hostname)) {
    return context.text('The sandbox answers only to localhost, 127.0.0.1 and [::1].', 421);
  }
  return next();
};

/** Lets pages of every origin ask, and answers their question beforehand. */
export const forEveryPage: MiddlewareHandler = async (context, next) => {
  context.header('access-control-allow-origin', '*');
  if (context.req.method !== 'OPTIONS') return next();
  context.header('access-control-allow-headers', 'content-type');
  context.header('access-control-allow-methods', 'GET, POST');
  return context.body(null, 204);
};
