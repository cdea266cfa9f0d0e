import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Flow } from '../flow/index.ts';
import type { Services } from '../screens/index.ts';
import { LanguageContext, TextsContext, useLanguage } from '../texts/index.ts';
import { defaultAccent } from '../ui/index.ts';
import { DialogShell } from './DialogShell.tsx';
import type { Host } from './host.ts';
import { PanelShell } from './PanelShell.tsx';
import { screenOf } from './Shell.tsx';

const noTexts = {};
const english = { tag: 'en', direction: 'ltr' } as const;

interface ModalContentProps {
  flow: Flow;
  services: Services;
  host: Host;
  inPlace: boolean;
}

export function ModalContent({ flow, services, host, inPlace }: ModalContentProps) {
  const state = useSyncExternalStore(flow.subscribe, flow.getState);
  const { settings, ready, error } = useSyncExternalStore(
    services.client.subscribe,
    services.client.getState,
  );
  // Until the app's configuration is loaded, the host's own theme, language and texts apply.
  const { appearance, intl = {} } = services.client.options.config ?? {};
  const theme = settings?.appearance.palette.colorScheme ?? appearance?.theme ?? 'system';
  const accent = settings?.appearance.accentColor ?? defaultAccent;
  useLayoutEffect(() => host.setLook({ theme, accent }), [host, theme, accent]);
  const { locale = 'en', texts = noTexts } = settings?.intl ?? intl;
  const language = useLanguage(locale, texts);
  useLayoutEffect(() => {
    if (language) host.setLanguage(language);
  }, [host, language]);
  if (state.phase === 'idle') return null;
  const isDue = ready || screenOf(state.entry).showsAtOnce === true;
  const shell = { flow, services, entry: state.entry, ready: isDue && language !== null, error };
  return (
    <LanguageContext.Provider value={language ?? english}>
      <TextsContext.Provider value={language?.texts ?? noTexts}>
        {inPlace ? (
          <PanelShell {...shell} />
        ) : (
          <DialogShell {...shell} host={host.element} phase={state.phase} />
        )}
      </TextsContext.Provider>
    </LanguageContext.Provider>
  );
}
