import { lazy } from 'react';
import { defineScreen } from '../screen.ts';
import type { ConsentExits, ConsentProps } from './ConsentView.tsx';

export const consentScreen = defineScreen<ConsentProps, ConsentExits>({
  name: 'AFFIRMATIVE_CONSENT_SCREEN',
  height: 'compact',
  header: {},
  View: lazy(() => import('./ConsentView.tsx').then(({ ConsentView }) => ({ default: ConsentView }))),
});
