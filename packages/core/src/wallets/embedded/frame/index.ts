/**
 * The client's side of the wallet frame: mounts the hidden page (`walletFrame.ts`), carries requests to it and answers
 * back by id (`frameChannel.ts`), and keeps deadlines (`askFrame.ts`). It knows events, not wallets; the embedded wallets
 * room asks it, and the client mounts it when a user is signed in. The pages that a person sees (`approvalFrame.ts`,
 * `exportFrame.ts`) are imported by what shows them, so that they load with it.
 */
export { askFrame } from './askFrame.ts';
export type { ExportColors } from './exportFrame.ts';
export { mountFrame } from './mountFrame.ts';
export type { WalletFrameState, WalletFrameStatus } from './walletFrame.ts';
