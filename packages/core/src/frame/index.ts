/**
 * Client side of the wallet frame: mounts the hidden page (`walletFrame.ts`), sends requests to it and matches
 * replies by id (`frameChannel.ts`), and enforces timeouts (`callFrame.ts`). This module has no wallet logic. Uses
 * `session` and `step-up`; used by `mfa` and the embedded wallets. The client mounts the frame when a user is signed
 * in. Visible pages (`approvalFrame.ts`, `exportFrame.ts`) load with the code that shows them.
 */
export { type ApprovedEvent, callApprovalFrame } from './approvalFrame.ts';
export { callFrame } from './callFrame.ts';
export { type ExportColors, mountExportFrame } from './exportFrame.ts';
export { getFrame, mountFrame } from './mountFrame.ts';
export type { WalletFrameState, WalletFrameStatus } from './walletFrame.ts';
