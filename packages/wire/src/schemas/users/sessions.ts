import * as v from 'valibot';

export const sessionListSchema = v.object({
  sessions: v.array(
    v.object({
      id: v.string(),
      started_at: v.number(),
      last_used_at: v.number(),
      expires_at: v.number(),
      browser: v.nullable(v.string()),
      os: v.nullable(v.string()),
      is_current: v.boolean(),
    }),
  ),
});

export const endedSessionSchema = v.object({ session_ended: v.boolean() });
export const endedSessionsSchema = v.object({ ended: v.number() });
