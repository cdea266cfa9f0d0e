import { adminRoutes, keyRoutes, type SigningKeyList } from '@latchkey/wire';
import { serviceCommand } from '../api/index.ts';

const describeKeys = ({ keys }: SigningKeyList): string =>
  keys
    .map(({ kid, signs_from }) => `${kid}  signs from ${new Date(signs_from * 1_000).toISOString()}`)
    .join('\n');

export const keysList = serviceCommand(
  {
    words: 'keys list',
    about: 'Lists the key-encryption keys of both stores, and which may be removed.',
    role: 'admin',
  },
  async ({ call }) => {
    const reply = await call(keyRoutes.list);
    const lines = reply.stores.flatMap(({ keks, store }) =>
      keks.map(({ data_keys, first, id, provider, removable }) =>
        [
          store,
          id,
          provider ?? 'not configured',
          `${data_keys} data keys`,
          first ? 'first' : '',
          removable ? 'removable' : '',
        ]
          .filter(Boolean)
          .join('  '),
      ),
    );
    return { json: reply, text: lines.join('\n') || 'There are no keys yet.' };
  },
);

export const keysRotate = serviceCommand(
  {
    words: 'keys rotate',
    about: "Publishes a new signing key for an app's tokens, or makes new data keys with --data.",
    arguments: ['app_id'],
    options: { data: { about: 'Makes new keys for the data that is stored from now on.' } },
    role: 'admin',
  },
  async ({ call }, { arguments: { app_id: id }, options: { data } }) => {
    if (data) {
      const reply = await call(keyRoutes.rotate, { params: { id } });
      return { json: reply, text: `Data keys: parts ${reply.parts}, recovery ${reply.recovery}.` };
    }
    const reply = await call(adminRoutes.rotateSigningKey, { params: { id } });
    return { json: reply, text: describeKeys(reply) };
  },
);

export const keysRevoke = serviceCommand(
  {
    words: 'keys revoke',
    about:
      'Removes a leaked signing key at once. Everything that it signed becomes invalid; nobody is logged out.',
    arguments: ['app_id', 'kid'],
    role: 'admin',
  },
  async ({ call }, { arguments: { app_id: id, kid } }) => {
    const reply = await call(adminRoutes.revokeSigningKey, { params: { id, kid } });
    return { json: reply, text: describeKeys(reply) };
  },
);
