import { lazyView } from '../../ui/index.ts';
import { defineScreen } from '../screen.ts';
import type { ConsentExits, ConsentProps } from './ConsentView.tsx';

export const consentScreen = defineScreen<ConsentProps, ConsentExits>({
  name: 'AFFIRMATIVE_CONSENT_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await import('./ConsentView.tsx')).ConsentView),
});
