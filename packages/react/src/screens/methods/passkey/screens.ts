import { lazyView } from '../../../ui/index.ts';
import { defineScreen } from '../../screen.ts';
import type { LinkPasskeyExits, LinkPasskeyProps } from './LinkPasskeyView.tsx';
import type { PasskeyLoginExits, PasskeyLoginProps } from './PasskeyLoginView.tsx';

const views = () => import('./views.ts');

export const passkeyLoginScreen = defineScreen<PasskeyLoginProps, PasskeyLoginExits>({
  name: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE',
  height: 'compact',
  header: { back: 'back' },
  View: lazyView(async () => (await views()).PasskeyLoginView),
});

export const linkPasskeyScreen = defineScreen<LinkPasskeyProps, LinkPasskeyExits>({
  name: 'LINK_PASSKEY_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).LinkPasskeyView),
});
