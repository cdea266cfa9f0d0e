/**
 * Changes of a user's accounts that few visits come to, an entry of its own: `@latchkey/core/login` has those that a modal
 * shows at once. Also what brings a wallet to a new browser where its app has strict approval. `@latchkey/core` has all.
 */
export { type AccountTransfer, transferAccount } from './methods/changes/transfer.ts';
export {
  type OpenInFrameInput,
  openWalletInFrame,
} from './wallets/embedded/recovery/openWalletInFrame.ts';
