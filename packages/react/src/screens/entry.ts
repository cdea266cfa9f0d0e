import type { ExitsOf, PropsOf, ScreenName } from './index.ts';

/** A screen, or one of several, with the data that it requires. */
export type EntryOf<N extends ScreenName> = {
  [Name in N]: { readonly name: Name; readonly props: PropsOf<Name> };
}[N];
export type Entry = EntryOf<ScreenName>;

/** One exit of one screen: `{ screen: 'LANDING', exit: 'code-sent', payload: { channel, recipient } }`. */
export type ScreenExit = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: { readonly screen: N; readonly exit: X; readonly payload: ExitsOf<N>[X] };
  }[keyof ExitsOf<N>];
}[ScreenName];
