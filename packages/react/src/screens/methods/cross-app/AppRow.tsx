import { appIdOfProvider } from '@latchkey/wire';
import { useEffect } from 'react';
import { EntryButton } from '../../../ui/index.ts';
import { AppMark } from './AppMark.tsx';
import { useAppDetails } from './useAppDetails.ts';

declare const process: { readonly env: { readonly NODE_ENV?: string } };

interface AppRowProps {
  /** `privy:` and the app's id. */
  readonly name: string;
  readonly badge?: string | undefined;
  readonly busy?: boolean;
  onPress(): void;
}

/** Row with another app's logo and name. If these cannot be loaded, there is no row. */
export function AppRow({ name, badge, busy = false, onPress }: AppRowProps) {
  const details = useAppDetails(appIdOfProvider(name) ?? '');
  useEffect(() => {
    if (details === 'unknown' && process.env.NODE_ENV !== 'production') {
      // biome-ignore lint/suspicious/noConsole: nothing else shows the developer why the row is missing.
      console.warn(`[latchkey] ${name} is offered as a login, and the service says nothing of this app.`);
    }
  }, [details, name]);
  if (details === 'unknown') return null;
  if (!details) return <span className="entry" />;
  return (
    <EntryButton
      badge={badge}
      busy={busy}
      icon={<AppMark logoUrl={details.logoUrl} size={20} />}
      label={details.name}
      onClick={onPress}
    />
  );
}
