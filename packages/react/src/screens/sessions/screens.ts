import { lazyView } from '../../ui/index.ts';
import { defineScreen } from '../screen.ts';
import type { SessionsExits, SessionsProps } from './SessionsView.tsx';

export const sessionsScreen = defineScreen<SessionsProps, SessionsExits>({
  name: 'SESSIONS_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await import('./SessionsView.tsx')).SessionsView),
});
