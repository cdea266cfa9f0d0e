import type { ComponentType } from 'react';
import type { CloseReason } from '../closeReason.ts';
import type { Services } from './services.ts';

/** Leaves a screen by one of its named exits. A screen never knows where an exit leads. */
export type Exit<Exits> = <X extends keyof Exits & string>(
  name: X,
  ...payload: Exits[X] extends undefined ? [] : [Exits[X]]
) => void;

export interface ViewProps<Props, Exits> {
  readonly props: Props;
  readonly exit: Exit<Exits>;
}

/** What the shell and the flow need to know of a screen. */
export interface Screen<Props, Exits> {
  readonly name: string;
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
