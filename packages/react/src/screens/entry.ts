import type { ExitsOf, PropsOf, ScreenName } from './index.ts';

/** A screen, or one of several, together with the data that it cannot be without. */
export type EntryOf<N extends ScreenName> = {
  [Name in N]: { readonly name: Name; readonly props: PropsOf<Name> };
}[N];
export type Entry = EntryOf<ScreenName>;

/** One exit of one screen: `{ screen: 'LANDING', exit: 'code-sent', payload: { email } }`. */
export type ScreenExit = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: { readonly screen: N; readonly exit: X; readonly payload: ExitsOf<N>[X] };
  }[keyof ExitsOf<N>];
}[ScreenName];
