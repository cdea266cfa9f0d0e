import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A component whose code comes later takes what shows until then. */
export type LazyView<Props> = ComponentType<Props & { readonly fallback?: ReactNode }>;

/**
 * A component whose code is fetched when it is first shown. It shows as soon as its code is there: Suspense, which
 * `React.lazy` needs, holds back for 300 ms whatever comes after its fallback.
 *
 * @param load gives the component; a refusal is thrown to the nearest boundary, and the next showing asks again
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
