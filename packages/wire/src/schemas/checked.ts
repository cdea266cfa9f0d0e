import type { GenericSchema } from 'valibot';
import type { Route } from '../route.ts';

/** A route with the schemas that check it. Clients import routes alone, so that no schema library reaches a host page. */
export interface CheckedRoute<Body = unknown, Reply = unknown> {
  route: Route<Body, Reply>;
  /** Of the JSON body, or of the query where the route says so. */
  body: GenericSchema<Body, unknown> | null;
  reply: GenericSchema<unknown, Reply>;
}

/** Joins a route with its schemas. */
export function checked<Body, Reply>(
  route: Route<Body, Reply>,
  schemas: {
    body: [Body] extends [undefined] ? null : GenericSchema<Body, unknown>;
    reply: GenericSchema<unknown, Reply>;
  },
): CheckedRoute<Body, Reply> {
  return { route, body: schemas.body as CheckedRoute<Body>['body'], reply: schemas.reply };
}
