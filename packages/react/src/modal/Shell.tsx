import type { ServiceError } from '@latchkey/wire';
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react';
import type { CloseReason, Entry, Flow, ScreenExit } from '../flow/index.ts';
import {
  type Exit,
  ExplanationContext,
  type Screen,
  type Services,
  ServicesContext,
  screens,
} from '../screens/index.ts';
import { shellTexts } from '../texts/generated/en/shell.ts';
import { useTexts } from '../texts/index.ts';
import { type LazyView, Progress } from '../ui/index.ts';
import { Boundary } from './Boundary.tsx';
import { Header } from './Header.tsx';
import { Placeholder } from './Placeholder.tsx';

declare const process: { readonly env: { readonly NODE_ENV?: string } };

const DoctorNotice =
  process.env.NODE_ENV === 'production'
    ? null
    : lazy(() => import('../doctor/index.ts').then((module) => ({ default: module.DoctorNotice })));

export interface ShellProps {
  flow: Flow;
  services: Services;
  entry: Entry;
  /**
   * True if the language is loaded and the client is ready; some screens do not wait for the client. Until then a
   * placeholder is shown (MODAL-08).
   */
  ready: boolean;
  /** Error of loading the configuration or of restoring the session, or null. */
  error: ServiceError | null;
  /** Called when a screen appears later than it was due, because its code or the language had to load. */
  onArrived(): void;
  /** Null if the shell cannot be closed, as in a panel. */
  onClose: ((reason: CloseReason) => void) | null;
}

type AnyScreen = Omit<Screen<unknown, Record<string, unknown>>, 'View' | 'header'> & {
  readonly header: {
    readonly back?: string;
    readonly hasBack?: (props: unknown) => boolean;
    readonly closeable?: boolean | ((props: unknown) => boolean);
  };
  readonly View: LazyView<{ props: unknown; exit: Exit<Record<string, unknown>> }>;
};

export function screenOf(entry: Entry): AnyScreen {
  return screens[entry.name] as unknown as AnyScreen;
}

export function isCloseable(entry: Entry): boolean {
  const { closeable = true } = screenOf(entry).header;
  return typeof closeable === 'function' ? closeable(entry.props) : closeable;
}

/** Returns what is shown: the entry, or the state of the placeholder. A change may move the focus. */
export function shownOf({ ready, error, entry }: Pick<ShellProps, 'ready' | 'error' | 'entry'>): unknown {
  return ready ? entry : (error?.code ?? 'loading');
}

export function Shell({ flow, services, entry, ready, error, onArrived, onClose }: ShellProps) {
  const texts = useTexts('shell', shellTexts);
  const screen = screenOf(entry);
  const { View } = screen;
  const exit = useCallback(
    (name: string, payload?: unknown) =>
      flow.leave(entry, { screen: entry.name, exit: name, payload } as unknown as ScreenExit),
    [flow, entry],
  );
  const [explanation, setExplanation] = useState<string | null>(null);
  const { back, hasBack } = ready ? screen.header : {};
  const closeable = !ready || isCloseable(entry);

  return (
    <div
      className="shell"
      data-height={screen.height}
      data-screen={ready ? entry.name : 'LOADING'}
      tabIndex={-1}
    >
      <Header
        info={explanation}
        onBack={back && (hasBack?.(entry.props) ?? true) ? () => exit(back) : null}
        onClose={onClose && closeable ? () => onClose('close-press') : null}
      />
      <div className="content" key={ready ? entry.name : 'LOADING'}>
        {ready ? (
          <ServicesContext.Provider value={services}>
            <ExplanationContext.Provider value={setExplanation}>
              <Boundary onBreak={flow.fail}>
                <View
                  exit={exit as Exit<Record<string, unknown>>}
                  fallback={<Waiting onGone={onArrived} />}
                  props={entry.props}
                />
              </Boundary>
            </ExplanationContext.Provider>
          </ServicesContext.Provider>
        ) : screen.showsAtOnce ? (
          <Waiting onGone={onArrived} />
        ) : (
          <Placeholder client={services.client} error={error} />
        )}
      </div>
      {DoctorNotice ? (
        <Suspense fallback={null}>
          <DoctorNotice client={services.client} />
        </Suspense>
      ) : null}
      <p className="foot">{texts.protectedBy}</p>
    </div>
  );
}

function Waiting({ onGone }: { onGone(): void }) {
  useLayoutEffect(() => onGone, [onGone]);
  return (
    <div className="placeholder">
      <Progress state="busy" />
    </div>
  );
}
