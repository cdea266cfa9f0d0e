import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';

const wireSessionSchema = () =>
  v.object({
    /** Id of the session, only for these routes. It grants nothing. */
    id: v.string(),
    /** Unix seconds. */
    started_at: v.number(),
    /** Time of its last request for tokens, Unix seconds. A page in use makes one about once an hour. */
    last_used_at: v.number(),
    expires_at: v.number(),
    /** Browser that began the session, such as `Chrome`; null if its request named no known one. */
    browser: v.nullable(v.string()),
    /** Operating system at that time, such as `macOS`. */
    os: v.nullable(v.string()),
    /** True for the session that makes the request. */
    is_current: v.boolean(),
  });
/** Active session of the user, as the wire carries it. */
export type WireSession = OutputOf<typeof wireSessionSchema>;

export const sessionListSchema = () =>
  v.object({
    /** Most recently used first; at most 100. */
    sessions: v.array(wireSessionSchema()),
  });
export type SessionList = OutputOf<typeof sessionListSchema>;

export const endedSessionSchema = () =>
  v.object({
    /** True if the session that made the request has ended: it was named, or is a fork of the named one. */
    session_ended: v.boolean(),
  });
export type EndedSession = OutputOf<typeof endedSessionSchema>;

export const endedSessionsSchema = () =>
  v.object({
    /** Number of sessions that were ended. */
    ended: v.number(),
  });
export type EndedSessions = OutputOf<typeof endedSessionsSchema>;

/** Browser in which the user is logged in. */
export interface ActiveSession {
  readonly id: string;
  readonly startedAt: Date;
  /** Time of its last request for tokens. A page in use makes one about once an hour. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Browser that began the session, such as `Chrome`; null if it is not known. */
  readonly browser: string | null;
  /** Operating system at that time, such as `macOS`. */
  readonly os: string | null;
  /** True for the session of this client. */
  readonly isCurrent: boolean;
}

export function sessionFromWire(session: WireSession): ActiveSession {
  return {
    id: session.id,
    startedAt: new Date(session.started_at * 1000),
    lastUsedAt: new Date(session.last_used_at * 1000),
    expiresAt: new Date(session.expires_at * 1000),
    browser: session.browser,
    os: session.os,
    isCurrent: session.is_current,
  };
}

/** Routes of signed-in users for their sessions. Our own: published clients do not call them. */
export const activeSessionRoutes = {
  list: /* @__PURE__ */ route<undefined, SessionList>({
    name: 'activeSessions.list',
    method: 'GET',
    path: '/api/v1/users/me/sessions',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
    summary: "Lists the user's active sessions, most recently used first.",
  }),
  end: /* @__PURE__ */ route<Record<string, never>, EndedSession>({
    name: 'activeSessions.end',
    method: 'POST',
    path: '/api/v1/users/me/sessions/{session_id}/end',
    auth: 'user',
    retry: 'never',
    codes: [
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'recent_login_required',
      'session_not_found',
    ],
    summary: 'Ends a session of the user. Ending a session other than the current one needs a recent login.',
  }),
  endOthers: /* @__PURE__ */ route<Record<string, never>, EndedSessions>({
    name: 'activeSessions.endOthers',
    method: 'POST',
    path: '/api/v1/users/me/sessions/end_others',
    auth: 'user',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'recent_login_required'],
    summary: 'Ends every session of the user except the current one. Needs a recent login.',
  }),
} as const;

export const activeSessionsFeature = () =>
  feature('activeSessions', activeSessionRoutes, {
    list: { body: null, reply: sessionListSchema() },
    end: { body: v.object({}), reply: endedSessionSchema() },
    endOthers: { body: v.object({}), reply: endedSessionsSchema() },
  });
