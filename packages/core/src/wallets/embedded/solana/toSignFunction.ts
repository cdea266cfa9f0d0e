import type { FrameContext } from '../../../contexts.ts';
import type { SolanaSignRequest } from './request.ts';
import { signSolana } from './sign.ts';
import type { SignSolana } from './transactions.ts';

/** Input that every operation on a Solana wallet takes. */
export interface SolanaInput {
  /** @default the user's Solana wallet */
  readonly address?: string;
  /**
   * Replaces direct signing, for a host that asks the person first. Returns the signature in base 58. User, wallet and
   * data are checked before it is called.
   */
  readonly sign?: (request: SolanaSignRequest) => Promise<string>;
}

/** Returns the host's function that signs, or direct signing if the host asks no one. */
export function toSignFunction(frame: FrameContext, { sign }: { readonly sign?: SignSolana }): SignSolana {
  return sign ?? ((request) => signSolana(frame, request));
}
