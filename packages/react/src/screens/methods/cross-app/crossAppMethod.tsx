import { lazyView } from '../../../ui/index.ts';
import { lazyScreen } from '../../screen.ts';
import type { MethodEntryProps, MethodScreens } from '../methodScreens.ts';
import type { CrossAppStarts } from './LandingRow.tsx';

const Row = lazyView(async () => (await import('./LandingRow.tsx')).LandingRow);

function CrossAppEntry(props: MethodEntryProps<CrossAppStarts>) {
  return <Row {...props} fallback={<span className="entry" />} />;
}

export const crossAppMethod = {
  Entry: CrossAppEntry,
  screens: {
    CROSS_APP_AUTH_SCREEN: lazyScreen(async () => (await import('./CrossAppView.tsx')).CrossAppView, {
      header: { back: 'back', hasBack: ({ act }) => act !== 'link' },
      showsAtOnce: true,
    }),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmInOtherApp,
} as const satisfies MethodScreens;
