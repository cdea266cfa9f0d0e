import { type AuditEntry, auditRoutes } from '@latchkey/wire';
import { serviceCommand } from '../api/index.ts';

function describeEvent({ actor, at, details, kind, sequence, subject, user_id }: AuditEntry): string {
  const by = `by ${actor.type}${actor.id === null ? '' : ` ${actor.id}`}`;
  const about = [user_id, subject].filter((id) => id !== null);
  const more = Object.keys(details).length === 0 ? [] : [JSON.stringify(details)];
  return [sequence, new Date(at).toISOString(), kind, by, ...about, ...more].join('  ');
}

export const audit = serviceCommand(
  {
    words: 'audit',
    about:
      'Lists sealed events of the audit log, oldest first: those that belong to no app, such as new tokens, or those of an app.',
    options: {
      app: { about: 'App whose events are listed.', value: 'app_id' },
      after: { about: 'Lists only events after this sequence number.', value: 'number' },
      limit: { about: 'Number of events, at most 1000. Default: 100.', value: 'number' },
    },
    role: 'viewer',
  },
  async ({ call }, { options: { after, app, limit } }) => {
    const query = { after, limit };
    const reply =
      app === undefined
        ? await call(auditRoutes.listOperator, { query })
        : await call(auditRoutes.list, { params: { id: app }, query });
    return { json: reply, text: reply.events.map(describeEvent).join('\n') || 'There are no events.' };
  },
);
