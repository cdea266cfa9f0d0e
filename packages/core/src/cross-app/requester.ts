import type { CrossAppRequester } from '@latchkey/wire';
import type { ConnectedApp } from './crossApp.ts';

export function toRequester({
  app_id,
  name,
  icon_url,
  origin,
}: CrossAppRequester): ConnectedApp['requester'] {
  return { appId: app_id, name, logoUrl: icon_url, origin };
}
