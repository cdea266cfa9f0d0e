import type { CodeChannel } from '../services.ts';

/** An address or number, and the way by which it is reached. */
export interface Typed {
  readonly channel: CodeChannel;
  readonly recipient: string;
}

/** What a row leads to that asks for a code. */
export interface CodeStarts {
  'code-sent': Typed;
}
