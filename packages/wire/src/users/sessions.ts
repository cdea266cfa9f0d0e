import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';

const wireSessionSchema = () =>
  v.object({
    /** Names it in these routes alone; opens nothing. */
    id: v.string(),
    /** Unix seconds. */
    started_at: v.number(),
    /** Time of its last request for tokens, which a page in use makes every hour; Unix seconds. */
    last_used_at: v.number(),
    expires_at: v.number(),
    /** The browser that began the session, such as `Chrome`; null if its request named none that is known. */
    browser: v.nullable(v.string()),
    /** The same of its system, such as `macOS`. */
    os: v.nullable(v.string()),
    /** True for the session that makes the request. */
    is_current: v.boolean(),
  });
/** A living session of the user, as the wire carries it. */
export type WireSession = OutputOf<typeof wireSessionSchema>;

export const sessionListSchema = () =>
  v.object({
    /** The one that was used last first; at most 100. */
    sessions: v.array(wireSessionSchema()),
  });
export type SessionList = OutputOf<typeof sessionListSchema>;

export const endedSessionSchema = () =>
  v.object({
    /** True if it was the session that made the request. */
    session_ended: v.boolean(),
  });
export type EndedSession = OutputOf<typeof endedSessionSchema>;

export const endedSessionsSchema = () =>
  v.object({
    /** Number of sessions that were ended. */
    ended: v.number(),
  });
export type EndedSessions = OutputOf<typeof endedSessionsSchema>;

/** A browser in which a user is logged in as the user. */
export interface ActiveSession {
  readonly id: string;
  readonly startedAt: Date;
  /** When it was last used, to the hour. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** What the browser said it was when the session began, such as `Chrome`; null where that is not known. */
  readonly browser: string | null;
  /** The same of its system, such as `macOS`. */
  readonly os: string | null;
  /** Whether it is the session of this client. */
  readonly isCurrent: boolean;
}

/** Reads a session as the wire carries it. */
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

/** What signed-in users ask about where they are logged in. Ours: published clients ask none of it. */
export const activeSessionRoutes = {
  list: /* @__PURE__ */ route<undefined, SessionList>({
    name: 'activeSessions.list',
    method: 'GET',
    path: '/api/v1/users/me/sessions',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
    summary: "The user's living sessions, the one that was used last first.",
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
    summary: 'Ends one session of the user; another one than the own needs a recent login.',
  }),
  endOthers: /* @__PURE__ */ route<Record<string, never>, EndedSessions>({
    name: 'activeSessions.endOthers',
    method: 'POST',
    path: '/api/v1/users/me/sessions/end_others',
    auth: 'user',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'recent_login_required'],
    summary: 'Ends every session of the user but the one that asks; needs a recent login.',
  }),
} as const;

/** Joins the routes of a user's sessions with their schemas. */
export const activeSessionsFeature = () =>
  feature('activeSessions', activeSessionRoutes, {
    list: { body: null, reply: sessionListSchema() },
    end: { body: v.object({}), reply: endedSessionSchema() },
    endOthers: { body: v.object({}), reply: endedSessionsSchema() },
  });
