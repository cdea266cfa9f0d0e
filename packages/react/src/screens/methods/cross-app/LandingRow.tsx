import { openCrossAppPopup } from '@latchkey/core';
import { appIdOfProvider } from '@latchkey/wire';
import { useServices } from '../../services.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { AppRow } from './AppRow.tsx';

/** What the landing's row of another app leads to. */
export interface CrossAppStarts {
  /** The app, and the window that the press opened for it; null where the browser opened none. */
  'cross-app': { appId: string; popup: Window | null };
}

/** The landing's row of another app. The press opens its window at once: browsers open none once something was awaited. */
export function LandingRow({ name, badge, exit }: MethodEntryProps<CrossAppStarts>) {
  const { client } = useServices();
  const press = () =>
    exit('cross-app', { appId: appIdOfProvider(name) ?? '', popup: openCrossAppPopup(client) });
  return <AppRow badge={badge} name={name} onPress={press} />;
}
