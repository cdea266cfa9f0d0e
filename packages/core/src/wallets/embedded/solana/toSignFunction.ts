import type { FrameContext } from '../../../contexts.ts';
import type { SolanaSignRequest } from './request.ts';
import { signSolana } from './sign.ts';
import type { SignSolana } from './transactions.ts';

export interface SolanaInput {
  /** @default the user's Solana wallet */
  readonly address?: string;
  /**
   * Replaces direct signing, for a host that asks the user first. Returns the signature in base58. The user, wallet
   * and data are checked before the call.
   */
  readonly sign?: (request: SolanaSignRequest) => Promise<string>;
}

export function toSignFunction(frame: FrameContext, { sign }: { readonly sign?: SignSolana }): SignSolana {
  return sign ?? ((request) => signSolana(frame, request));
}
