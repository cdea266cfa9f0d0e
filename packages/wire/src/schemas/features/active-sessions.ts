import * as v from 'valibot';
import { activeSessionRoutes } from '../../users/sessions.ts';
import { feature } from '../feature.ts';
import { endedSessionSchema, endedSessionsSchema, sessionListSchema } from '../users/sessions.ts';

/** Where a user is signed in. */
export const activeSessions = /* @__PURE__ */ feature('activeSessions', activeSessionRoutes, {
  list: { body: null, reply: sessionListSchema },
  end: { body: v.object({}), reply: endedSessionSchema },
  endOthers: { body: v.object({}), reply: endedSessionsSchema },
});
