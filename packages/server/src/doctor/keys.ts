import { type KekList, keyRoutes } from '@latchkey/wire';
import { type Check, error } from './check.ts';
import { getAsAdmin, needsOperator } from './operatorApi.ts';

/** Variables with the key-encryption keys of each store. */
const variables = { parts: 'LATCHKEY_PARTS_KEK', recovery: 'LATCHKEY_RECOVERY_KEK' } as const;

export const keys: Check = {
  id: 'keys',
  needsService: true,
  async run(surroundings) {
    const reply = await getAsAdmin(surroundings, keyRoutes.list.path);
    if (reply === null) return needsOperator;
    return (reply as KekList).stores.flatMap(({ keks, store }) =>
      keks
        .filter(({ data_keys, provider }) => provider === null && data_keys > 0)
        .map(({ data_keys, id }) =>
          error(
            `${data_keys} data keys of the ${store} store need the key ${id}, which is not configured, so nobody can open what they protect. Add it to ${variables[store]} again (docs/guide/keys.md).`,
          ),
        ),
    );
  },
};
