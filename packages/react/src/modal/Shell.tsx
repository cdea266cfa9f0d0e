import { type ComponentType, useCallback, useSyncExternalStore } from 'react';
import type { CloseReason, Departure, Entry, Flow } from '../flow/index.ts';
import { type Exit, type Screen, type Services, ServicesContext, screens } from '../screens/index.ts';
import { Header } from './Header.tsx';
import { Placeholder } from './Placeholder.tsx';

export interface ShellProps {
  flow: Flow;
  services: Services;
  entry: Entry;
  /** Null where the shell cannot be closed: in a panel. */
  onClose: ((reason: CloseReason) => void) | null;
}

/** A screen as the shell sees it: without its types, for it asks every screen the same questions. */
type AnyScreen = Omit<Screen<unknown, Record<string, unknown>>, 'View' | 'header'> & {
  readonly header: { readonly back?: string; readonly info?: string; readonly closeable?: boolean };
  readonly View: ComponentType<{ props: unknown; exit: Exit<Record<string, unknown>> }>;
};

/** The screen of an entry. */
export function screenOf(entry: Entry): AnyScreen {
  return screens[entry.name] as unknown as AnyScreen;
}

/** Header, the screen that is on, and footer: the same for dialog, drawer and panel. */
export function Shell({ flow, services, entry, onClose }: ShellProps) {
  const { client } = services;
  const { ready, error } = useSyncExternalStore(client.subscribe, client.getState);
  const screen = screenOf(entry);
  const { View } = screen;
  const exit = useCallback(
    (name: string, payload?: unknown) =>
      flow.depart(entry, { screen: entry.name, exit: name, payload } as unknown as Departure),
    [flow, entry],
  );
  const { back, info, closeable = true } = ready ? screen.header : {};

  return (
    <div
      className="shell"
      data-height={screen.height}
      data-screen={ready ? entry.name : 'LOADING'}
      tabIndex={-1}
    >
      <Header
        info={info ?? null}
        onBack={back ? () => exit(back) : null}
        onClose={onClose && closeable ? () => onClose('close-press') : null}
      />
      <main className="content" key={ready ? entry.name : 'LOADING'}>
        {ready ? (
          <ServicesContext.Provider value={services}>
            <View exit={exit as Exit<Record<string, unknown>>} props={entry.props} />
          </ServicesContext.Provider>
        ) : (
          <Placeholder client={client} error={error} />
        )}
      </main>
      <footer>Protected by Latchkey</footer>
    </div>
  );
}
