import { useEffect, useRef } from 'react';
import { useBindingResult } from './binding.ts';
import { useClientState } from './hooks/useClientState.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'latchkey-panel': { ref?: React.Ref<HTMLElement>; style?: React.CSSProperties };
    }
  }
}

/**
 * The modal as part of your page, for apps with `config.render.standalone`. It shows the login to visitors who are not
 * logged in, shows further screens inline, and is empty in between. With `config.headless` it stays empty until
 * something is requested. Without `render.standalone` it renders nothing.
 *
 * @example
 * ```tsx
 * <LatchkeyProvider appId="…" config={{ render: { standalone: true } }}>
 *   <LatchkeyPanel />
 * </LatchkeyProvider>
 * ```
 */
export function LatchkeyPanel() {
  const { binding } = useBindingResult();
  const { ready, authenticated, isFactorPending, settings } = useClientState();
  const isLoggedOut = ready && !authenticated && !isFactorPending;
  const place = useRef<HTMLElement>(null);
  const standalone = settings?.render.standalone ?? false;
  const headless = settings?.headless ?? false;

  useEffect(() => {
    if (!binding || !standalone) return;
    binding.modal.setPanel(place.current);
    return () => binding.modal.setPanel(null);
  }, [binding, standalone]);

  useEffect(() => {
    if (!binding || !standalone || headless || !isLoggedOut) return;
    let isLeft = false;
    const { modal } = binding;
    // First finishes the visit that this page was opened to complete, if any, such as a return from a provider.
    void modal.resume().then(() => {
      if (!isLeft) modal.open('login', undefined).catch(() => undefined);
    });
    return () => {
      isLeft = true;
    };
  }, [binding, standalone, headless, isLoggedOut]);

  return standalone ? <latchkey-panel ref={place} /> : null;
}
