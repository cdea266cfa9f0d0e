import type { ExitsOf, PropsOf, ScreenName } from './index.ts';

/** A screen together with the data that it cannot be without. */
export type Entry = { [N in ScreenName]: { readonly name: N; readonly props: PropsOf<N> } }[ScreenName];
export type EntryOf<N extends ScreenName> = Extract<Entry, { name: N }>;

/** One way out of one screen: `{ screen: 'LANDING', exit: 'code-sent', payload: { email } }`. */
export type ScreenExit = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: { readonly screen: N; readonly exit: X; readonly payload: ExitsOf<N>[X] };
  }[keyof ExitsOf<N>];
}[ScreenName];
