import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Flow } from '../../flow/index.ts';
import { useLanguage } from '../../locales/index.ts';
import type { Services } from '../../screens/index.ts';
import { defaultAccent, TextsContext } from '../../ui/index.ts';
import { DialogShell } from '../DialogShell.tsx';
import type { Host } from '../host.ts';
import { PanelShell } from '../PanelShell.tsx';

const noTexts = {};

interface VisitProps {
  flow: Flow;
  services: Services;
  host: Host;
  inPlace: boolean;
}

/** What a visit shows, in the settings' look and language: the screen that the flow names, in its shell. */
export function Visit({ flow, services, host, inPlace }: VisitProps) {
  const state = useSyncExternalStore(flow.subscribe, flow.getState);
  const { settings, ready, error } = useSyncExternalStore(
    services.client.subscribe,
    services.client.getState,
  );
  const theme = settings?.appearance.palette.colorScheme ?? 'system';
  const accent = settings?.appearance.accentColor ?? defaultAccent;
  useLayoutEffect(() => host.setLook({ theme, accent }), [host, theme, accent]);
  const { locale = 'en', texts = noTexts } = settings?.intl ?? {};
  const language = useLanguage(locale, texts);
  useLayoutEffect(() => {
    if (language) host.setLanguage(language);
  }, [host, language]);
  if (state.phase === 'idle') return null;
  const shell = { flow, services, entry: state.entry, ready: ready && language !== null, error };
  return (
    <TextsContext.Provider value={language?.texts ?? noTexts}>
      {inPlace ? (
        <PanelShell {...shell} />
      ) : (
        <DialogShell {...shell} host={host.element} open={state.phase === 'open'} />
      )}
    </TextsContext.Provider>
  );
}
