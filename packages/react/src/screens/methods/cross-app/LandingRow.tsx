import { openCrossAppPopup } from '@latchkey/core';
import { appIdOfProvider } from '@latchkey/wire';
import { useServices } from '../../services.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { AppRow } from './AppRow.tsx';

export interface CrossAppStarts {
  /** Id of the app, and the popup that the click opened; null if the browser blocked it. */
  'cross-app': { appId: string; popup: Window | null };
}

/**
 * Row of another app on the landing screen. The click opens the popup at once, because browsers block popups after an
 * await.
 */
export function LandingRow({ name, badge, exit }: MethodEntryProps<CrossAppStarts>) {
  const { client } = useServices();
  const press = () =>
    exit('cross-app', { appId: appIdOfProvider(name) ?? '', popup: openCrossAppPopup(client) });
  return <AppRow badge={badge} name={name} onPress={press} />;
}
