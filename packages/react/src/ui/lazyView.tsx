import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A component whose code loads later. It shows `fallback` until then. */
export type LazyView<Props> = ComponentType<Props & { readonly fallback?: ReactNode }>;

/**
 * Creates a component whose code loads when it is first shown. It appears as soon as its code is loaded; Suspense,
 * which `React.lazy` needs, would delay it by up to 300 ms after the fallback.
 *
 * @param load returns the component. A failure is thrown to the nearest error boundary, and the next mount loads
 *   again
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyView<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyView({ fallback = null, ...props }) {
    const [View, setView] = useState(() => loaded);
    const [failure, setFailure] = useState<{ cause: unknown }>();
    useLayoutEffect(() => {
      if (View) return;
      load().then(
        (view) => {
          loaded = view;
          setView(() => view);
        },
        (cause: unknown) => setFailure({ cause }),
      );
    }, [View]);
    if (failure) throw failure.cause;
    return View ? <View {...(props as unknown as Props)} /> : fallback;
  };
}
