import { pathOf, webhookRoutes } from '@latchkey/wire';
import { type Check, type Surroundings, warning } from './check.ts';
import { getAsAdmin, listApps, needsOperator } from './operatorApi.ts';

export const webhooks: Check = {
  id: 'webhooks',
  needsService: true,
  async run(surroundings) {
    const apps = await listApps(surroundings);
    if (apps === null) return needsOperator;
    const found = await Promise.all(apps.map(({ id }) => listDisabledWebhooks(surroundings, id)));
    return found
      .flat()
      .map(({ appId, url }) =>
        warning(
          `A webhook of ${appId} (${new URL(url).host}) is turned off, so its back end gets no events. Correct it, and turn it on with PATCH /api/v1/admin/apps/${appId}/webhooks/{webhook_id}.`,
        ),
      );
  },
};

async function listDisabledWebhooks(surroundings: Surroundings, appId: string) {
  const reply = await getAsAdmin(surroundings, pathOf(webhookRoutes.list.path, { id: appId }));
  const { webhooks: all = [] } = (reply ?? {}) as {
    webhooks?: { url: string; disabled_at: number | null }[];
  };
  return all.filter(({ disabled_at }) => disabled_at !== null).map(({ url }) => ({ appId, url }));
}
