import { crossAppRoutes } from '@latchkey/wire';
import { serviceCommand } from '../api/index.ts';

export const connectionsList = serviceCommand(
  {
    words: 'connections list',
    about: "Lists which apps may use the wallets of an app's users.",
    arguments: ['app_id'],
    options: {
      user: { about: 'Only those of this user.', value: 'user_id' },
      requester: { about: 'Only those of this requester: an app id or an origin.', value: 'requester' },
      after: { about: 'Continues after a page, with its next_after.', value: 'cursor' },
    },
    role: 'viewer',
  },
  async ({ call }, { arguments: { app_id: id }, options: { after, requester, user } }) => {
    const query = { after, requester, user_id: user };
    const page = await call(crossAppRoutes.list, { params: { id }, query });
    const lines = page.connections.map(
      (one) => `${one.id}  ${one.user_id}  ${one.requester.app_id ?? one.requester.origin}`,
    );
    if (page.next_after !== null) lines.push(`More: --after ${page.next_after}`);
    return { json: page, text: lines.join('\n') || 'There are no connections.' };
  },
);

export const connectionsRevoke = serviceCommand(
  {
    words: 'connections revoke',
    about: 'Ends a connection at once.',
    arguments: ['app_id', 'connection_id'],
    role: 'support',
  },
  async ({ call }, { arguments: { app_id: id, connection_id } }) => {
    const reply = await call(crossAppRoutes.end, { params: { id, connection_id } });
    return { json: reply, text: `Ended ${connection_id}.` };
  },
);
