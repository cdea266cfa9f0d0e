import { lazyView } from '../../ui/index.ts';
import { defineScreen } from '../screen.ts';
import type { KeyExportExits, KeyExportProps } from './KeyExportView.tsx';
import type { SignRequestExits, SignRequestProps } from './SignRequestView.tsx';

/*
 * Screens of a person who has a wallet already. A login needs none of them, so what they show of a request, which is much,
 * comes when they do.
 */

export const keyExportScreen = defineScreen<KeyExportProps, KeyExportExits>({
  name: 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await import('./KeyExportView.tsx')).KeyExportView),
});

export const signRequestScreen = defineScreen<SignRequestProps, SignRequestExits>({
  name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
  height: 'full',
  header: {},
  View: lazyView(async () => (await import('./SignRequestView.tsx')).SignRequestView),
});
