import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { FarcasterEntry } from './FarcasterEntry.tsx';

export const farcasterMethod = {
  Entry: FarcasterEntry,
  screens: {
    AWAITING_FARCASTER_CONNECTION: lazyScreen(
      async () => (await import('./FarcasterView.tsx')).FarcasterView,
      { header: { back: 'back', hasBack: ({ act }) => act !== 'link' } },
    ),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmInFarcaster,
} as const satisfies MethodScreens;
