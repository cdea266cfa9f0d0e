import type { ChainType } from '@latchkey/wire';
import type { FrameContext } from '../../../contexts.ts';
import { withStepUps } from '../../../step-up/index.ts';
import { type FrameWallet, nameWallet, unlockWallet } from '../unlockWallet.ts';

/**
 * Makes a call to the frame about a wallet. The frame connects a locked wallet by itself. If this device does not hold the wallet,
 * it is unlocked from here, which recovers it or says how a person does (EMBW-13), and the call is made again.
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
