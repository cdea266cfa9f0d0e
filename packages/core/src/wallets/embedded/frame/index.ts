/**
 * Client side of the wallet frame: mounts the hidden page (`walletFrame.ts`), carries requests to it and matches
 * replies by id (`frameChannel.ts`), and keeps deadlines (`askFrame.ts`). It knows events, not wallets. Used by the
 * embedded wallets; the client mounts the frame when a user is signed in. The pages that a person sees
 * (`approvalFrame.ts`, `exportFrame.ts`) are imported by the code that shows them, so that they load with it.
 */
export { callFrame } from './callFrame.ts';
export type { ExportColors } from './exportFrame.ts';
export { mountFrame } from './mountFrame.ts';
export type { WalletFrameState, WalletFrameStatus } from './walletFrame.ts';
