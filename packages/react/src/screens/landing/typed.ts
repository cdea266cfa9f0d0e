import type { CodeChannel } from '../services.ts';
import type { LandingView } from './arrange.ts';

/** An address or number, and the way by which it is reached. */
export interface Typed {
  readonly channel: CodeChannel;
  readonly recipient: string;
}

/** What a row leads to that asks for a code. */
export interface CodeStarts {
  'code-sent': Typed;
}

export interface LandingProps {
  /** What was typed before, for a person who comes back. */
  readonly typed?: Typed;
  /** @default 'default' */
  readonly part?: LandingView;
  /** Whether only users who have an account get in. @default false */
  readonly disableSignup?: boolean;
}
