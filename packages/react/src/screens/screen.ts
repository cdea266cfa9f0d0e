import type { ServiceError } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { CloseReason } from '../closeReason.ts';
import { lazyView } from '../ui/index.ts';
import type { Services } from './services.ts';

/** Leaves a screen by one of its named exits. A screen never knows where an exit leads. */
export type Exit<Exits> = <X extends keyof Exits & string>(
  name: X,
  ...payload: Exits[X] extends undefined ? [] : [Exits[X]]
) => void;

/** A call that was refused, and the exit that the screen takes once it is made. */
export type Held<Exits> = {
  readonly [X in keyof Exits & string]: {
    call(): Promise<unknown>;
    readonly exit: X;
    readonly payload: Exits[X];
  };
}[keyof Exits & string];

/** What a screen leaves with that failed. */
export interface Failed<Props = unknown, Exits = unknown> {
  readonly error: ServiceError;
  /** What is different in its data when it is tried again. */
  readonly again?: Partial<Props>;
  /** The exit to take after a step-up that makes the call itself, such as a captcha (CAPT-05). */
  readonly held?: Held<Exits>;
}

export interface ViewProps<Props, Exits> {
  readonly props: Props;
  readonly exit: Exit<Exits>;
}

/** What the shell and the flow need to know of a screen. */
export interface Screen<Props, Exits> {
  /** 620 or 480 px (MODAL-03). */
  readonly height: 'full' | 'compact';
  readonly header: {
    /** The exit that the back button takes; without it there is no button. */
    readonly back?: keyof Exits & string;
    /** Whether there is a way back from what is on. @default true */
    readonly hasBack?: (props: Props) => boolean;
    /** False while leaving would hurt: no close button, no Escape, no outside press. @default true */
    readonly closeable?: boolean | ((props: Props) => boolean);
  };
  /** Whether it shows before the app's configuration is there, without the placeholder (MODAL-09). @default false */
  readonly showsAtOnce?: true;
  /** Runs first when the modal closes on this screen. */
  readonly onClose?: (props: Props, services: Services, reason: CloseReason) => void;
  readonly View: ComponentType<ViewProps<Props, Exits>>;
}

/** Defines a screen; the call gives the types their place. */
export function defineScreen<Props, Exits>(screen: Screen<Props, Exits>): Screen<Props, Exits> {
  return screen;
}

/**
 * A screen whose code is fetched when it is first shown. Its data and exits are those that its view declares.
 *
 * @param load imports the screen's file and gives its view
 * @param screen what differs from a compact screen with nothing but a close button
 */
export function lazyScreen<Props, Exits>(
  load: () => Promise<ComponentType<ViewProps<Props, Exits>>>,
  screen: Partial<Omit<Screen<NoInfer<Props>, NoInfer<Exits>>, 'View'>> = {},
): Screen<Props, Exits> {
  return { height: 'compact', header: {}, ...screen, View: lazyView(load) };
}
