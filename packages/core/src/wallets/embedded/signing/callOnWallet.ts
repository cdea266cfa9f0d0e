import type { ChainType } from '@latchkey/wire';
import type { FrameContext } from '../../../contexts.ts';
import { withStepUps } from '../../../step-up/index.ts';
import { type FrameWallet, nameWallet, unlockWallet } from '../unlockWallet.ts';

/**
 * Calls the frame about a wallet. If this device does not hold the wallet, unlocks it and calls again. Unlocking
 * recovers the wallet, or reports which recovery the user must do (EMBW-13).
 */
export async function callOnWallet<Result>(
  frame: FrameContext,
  { address, chainType }: { readonly address: string; readonly chainType: ChainType },
  call: (wallet: FrameWallet) => Promise<Result>,
): Promise<Result> {
  let named = await nameWallet(frame.session, address, chainType);
  return withStepUps(
    () => call(named),
    async (kind) => {
      if (kind !== 'unlock-wallet') return false;
      named = await unlockWallet(frame, address, chainType);
      return true;
    },
  );
}
