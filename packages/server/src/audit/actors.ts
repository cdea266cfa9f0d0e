import type { App } from '../app.ts';
import type { Operator } from '../operator.ts';
import type { AuditEvent } from './entry.ts';

type Actor = AuditEvent['actor'];

/**
 * Name of the log of events that belong to no app, such as new tokens of the operator. No app can have this id, because
 * ids of apps have 25 characters.
 */
export const operatorLog = 'operator';

/** Returns the operator as an actor: by the id of the token, or without an id for the shared key. */
export const operatorActor = (
  operator: Operator | null,
): Actor & { type: 'operator'; id: string | null } => ({
  type: 'operator',
  id: operator?.id ?? null,
});

/** Returns the actor of a route that both the operator and the app's back end call. */
export const operatorOrBackEnd = (operator: Operator | null, app: App): Actor =>
  operator === null ? { type: 'app', id: app.id } : operatorActor(operator);
