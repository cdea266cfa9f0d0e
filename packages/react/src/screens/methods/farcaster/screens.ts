import { ServiceError } from '@latchkey/wire';
import { lazy } from 'react';
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
  View: lazy(async () => ({ default: (await loadFarcaster()).FarcasterView })),
});
