import type { CodeChannel } from '../services.ts';
import type { LandingView } from './arrange.ts';

/** An address or number, and its channel. */
export interface Typed {
  readonly channel: CodeChannel;
  readonly recipient: string;
}

/** Exits of a row that asks for a code. */
export interface CodeStarts {
  'code-sent': Typed;
}

export interface LandingProps {
  /** Text that the user typed before coming back to this screen. */
  readonly typed?: Typed;
  /** @default 'default' */
  readonly part?: LandingView;
  /** True if only existing users can log in. @default false */
  readonly disableSignup?: boolean;
}
