import { ServiceError } from '@latchkey/wire';
import { lazyView } from '../../../ui/index.ts';
import { defineScreen } from '../../screen.ts';
import type { FarcasterExits, FarcasterProps } from './FarcasterView.tsx';

/** What no visit needs that does not choose Farcaster: loaded when one does. @throws ServiceError `network_error` */
export const loadFarcaster = () =>
  import('./views.ts').catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });

export const farcasterScreen = defineScreen<FarcasterProps, FarcasterExits>({
  name: 'AWAITING_FARCASTER_CONNECTION',
  height: 'compact',
  header: { back: 'back', hasBack: ({ act }) => act !== 'link' },
  View: lazyView(async () => (await loadFarcaster()).FarcasterView),
});
