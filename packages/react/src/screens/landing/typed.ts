import type { CodeChannel } from '../services.ts';
import type { LandingView } from './arrange.ts';

export interface Typed {
  readonly channel: CodeChannel;
  readonly recipient: string;
}

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
