/**
 * The client's side of the wallet frame: mounts the hidden page (`walletFrame.ts`), carries requests to it and answers
 * back by id (`frameChannel.ts`), and keeps deadlines (`askFrame.ts`). It knows events, not wallets; the embedded wallets
 * room asks it, and the client mounts it when a user is signed in.
 */
export { askApprovalFrame } from './approvalFrame.ts';
export { askFrame } from './askFrame.ts';
export { type ExportColors, mountExportFrame } from './exportFrame.ts';
export { mountFrame } from './mountFrame.ts';
export type { WalletFrame, WalletFrameState, WalletFrameStatus } from './walletFrame.ts';
