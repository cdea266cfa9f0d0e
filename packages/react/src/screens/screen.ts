import type { ServiceError } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { CloseReason } from '../closeReason.ts';
import { lazyView } from '../ui/index.ts';
import type { Services } from './services.ts';

/** Leaves a screen by one of its named exits. */
export type Exit<Exits> = <X extends keyof Exits & string>(
  name: X,
  ...payload: Exits[X] extends undefined ? [] : [Exits[X]]
) => void;

/** A refused call, and the exit that the screen takes after the call succeeds. */
export type Held<Exits> = {
  readonly [X in keyof Exits & string]: {
    call(): Promise<unknown>;
    readonly exit: X;
    readonly payload: Exits[X];
  };
}[keyof Exits & string];

/** Payload of an exit after a failure. */
export interface Failed<Props = unknown, Exits = unknown> {
  readonly error: ServiceError;
  /** Changed props for the next try. */
  readonly again?: Partial<Props>;
  /** Exit to take after a step-up that makes the call itself, such as a captcha (CAPT-05). */
  readonly held?: Held<Exits>;
}

export interface ViewProps<Props, Exits> {
  readonly props: Props;
  readonly exit: Exit<Exits>;
}

export interface Screen<Props, Exits> {
  /** Height: 620 or 480 px (MODAL-03). Style sheets give some `compact` screens 620 px too, by their content. */
  readonly height: 'full' | 'compact';
  readonly header: {
    /** Exit of the back button. Without it there is no button. */
    readonly back?: keyof Exits & string;
    /** Returns true if the user can go back now. @default true */
    readonly hasBack?: (props: Props) => boolean;
    /** False while the user must not leave: no close button, no Escape, no outside press. @default true */
    readonly closeable?: boolean | ((props: Props) => boolean);
  };
  /**
   * True if the screen is shown before the app's configuration is loaded, without the placeholder (MODAL-09).
   * @default false
   */
  readonly showsAtOnce?: true;
  /** Called first when the modal closes on this screen, and when the screen throws while it renders. */
  readonly onClose?: (props: Props, services: Services, reason: CloseReason) => void;
  readonly View: ComponentType<ViewProps<Props, Exits>>;
}

/** Infers the types of a screen. */
export function defineScreen<Props, Exits>(screen: Screen<Props, Exits>): Screen<Props, Exits> {
  return screen;
}

/**
 * Creates a screen whose code loads when it is first shown. Its props and exits are those of its view.
 *
 * @param load imports the screen's file and returns its view
 * @param screen differences from a compact screen with only a close button
 */
export function lazyScreen<Props, Exits>(
  load: () => Promise<ComponentType<ViewProps<Props, Exits>>>,
  screen: Partial<Omit<Screen<NoInfer<Props>, NoInfer<Exits>>, 'View'>> = {},
): Screen<Props, Exits> {
  return { height: 'compact', header: {}, ...screen, View: lazyView(load) };
}
