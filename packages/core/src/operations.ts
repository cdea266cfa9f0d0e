import { lazy } from './lazy.ts';

/* Operations whose modules load at their first call, alphabetical. Each has the name of the function that does the
   work, which also has its documentation. An operation that opens a popup must not be lazy, because browsers block
   popups after an asynchronous import. `loaders.ts` can load most such operations in advance. */

export const acceptTerms = lazy(async () => (await import('./account/acceptTerms.ts')).acceptTerms);
export const approveRequest = lazy(
  async () => (await import('./wallets/embedded/signing/approveRequest.ts')).approveRequest,
);
export const cancelTransaction = lazy(
  async () => (await import('./transactions/cancelTransaction.ts')).cancelTransaction,
);
export const checkFunding = lazy(async () => (await import('./funding/checkFunding.ts')).checkFunding);
export const confirmWithWallet = lazy(
  async () => (await import('./methods/wallet/confirmWithWallet.ts')).confirmWithWallet,
);
export const connectWallet = lazy(
  async () => (await import('./wallets/embedded/connectWallet.ts')).connectWallet,
);
export const createAdditionalWallet = lazy(
  async () => (await import('./wallets/embedded/adding/createAdditionalWallet.ts')).createAdditionalWallet,
);
export const createDueWallets = lazy(
  async () => (await import('./wallets/embedded/createDueWallets.ts')).createDueWallets,
);
export const createGuestAccount = lazy(async () => (await import('./methods/guest.ts')).createGuestAccount);
export const createWallet = lazy(
  async () => (await import('./wallets/embedded/createWallet.ts')).createWallet,
);
export const endConnectedApp = lazy(
  async () => (await import('./cross-app/connectedApps.ts')).endConnectedApp,
);
export const endOtherSessions = lazy(
  async () => (await import('./account/activeSessions.ts')).endOtherSessions,
);
export const endSession = lazy(async () => (await import('./account/activeSessions.ts')).endSession);
export const exportWallet = lazy(
  async () => (await import('./wallets/embedded/exportWallet.ts')).exportWallet,
);
export const findRemoval = lazy(async () => (await import('./methods/changes/undoRemoval.ts')).findRemoval);
export const followCustomAuth = lazy(
  async () => (await import('./methods/followCustomAuth.ts')).followCustomAuth,
);
export const followFundings = lazy(async () => (await import('./funding/followFundings.ts')).followFundings);
export const forkSession = lazy(async () => (await import('./account/forkSession.ts')).forkSession);
export const generateRecoveryPassword = lazy(
  async () =>
    (await import('./wallets/embedded/password/generateRecoveryPassword.ts')).generateRecoveryPassword,
);
export const generateSiweMessage = lazy(
  async () => (await import('./methods/wallet/generateSiweMessage.ts')).generateSiweMessage,
);
export const generateSiwsMessage = lazy(
  async () => (await import('./methods/wallet/generateSiwsMessage.ts')).generateSiwsMessage,
);
export const getEthereumProvider = lazy(
  async () => (await import('./provider/getEthereumProvider.ts')).getEthereumProvider,
);
export const getPageProvider = lazy(
  async () => (await import('./provider/getPageProvider.ts')).getPageProvider,
);
export const getSolanaSigner = lazy(
  async () => (await import('./wallets/embedded/solana/getSolanaSigner.ts')).getSolanaSigner,
);
export const importWallet = lazy(
  async () => (await import('./wallets/embedded/adding/importWallet.ts')).importWallet,
);
export const linkWallet = lazy(async () => (await import('./methods/wallet/linkWallet.ts')).linkWallet);
export const linkWithSiwe = lazy(async () => (await import('./methods/wallet/linkWithSiwe.ts')).linkWithSiwe);
export const linkWithSiws = lazy(async () => (await import('./methods/wallet/linkWithSiws.ts')).linkWithSiws);
export const listConnectedApps = lazy(
  async () => (await import('./cross-app/connectedApps.ts')).listConnectedApps,
);
export const listDevices = lazy(async () => (await import('./wallets/devices/devices.ts')).listDevices);
export const listPendingTransactions = lazy(
  async () => (await import('./transactions/listPendingTransactions.ts')).listPendingTransactions,
);
export const listSessions = lazy(async () => (await import('./account/activeSessions.ts')).listSessions);
export const loadCaptcha = lazy(async () => (await import('./captcha/loadCaptcha.ts')).loadCaptcha);
export const loadRecoveryPasskeys = lazy(
  async () => (await import('./wallets/embedded/recoveryPasskeys.ts')).loadRecoveryPasskeys,
);
export const loginWithCustomToken = lazy(
  async () => (await import('./methods/customToken.ts')).loginWithCustomToken,
);
export const loginWithSiwe = lazy(
  async () => (await import('./methods/wallet/loginWithSiwe.ts')).loginWithSiwe,
);
export const loginWithSiws = lazy(
  async () => (await import('./methods/wallet/loginWithSiws.ts')).loginWithSiws,
);
export const loginWithWallet = lazy(
  async () => (await import('./methods/wallet/loginWithWallet.ts')).loginWithWallet,
);
export const mountWalletFrame = lazy(
  async () => (await import('./wallets/embedded/mountWalletFrame.ts')).mountWalletFrame,
);
export const prepareSolanaTransaction = lazy(
  async () =>
    (await import('./wallets/embedded/solana/prepareSolanaTransaction.ts')).prepareSolanaTransaction,
);
export const prepareTransaction = lazy(
  async () => (await import('./transactions/prepareTransaction.ts')).prepareTransaction,
);
export const recoverWallet = lazy(
  async () => (await import('./wallets/embedded/recovery/recoverWallet.ts')).recoverWallet,
);
export const registerSolanaWallet = lazy(
  async () => (await import('./wallets/embedded/solana/registerSolanaWallet.ts')).registerSolanaWallet,
);
export const revokeDevice = lazy(async () => (await import('./wallets/devices/devices.ts')).revokeDevice);
export const sendSolanaTransaction = lazy(
  async () => (await import('./wallets/embedded/solana/sendSolanaTransaction.ts')).sendSolanaTransaction,
);
export const sendTransaction = lazy(
  async () => (await import('./transactions/sendTransaction.ts')).sendTransaction,
);
export const sendUndoCode = lazy(async () => (await import('./methods/changes/undoRemoval.ts')).sendUndoCode);
export const setRecovery = lazy(
  async () => (await import('./wallets/embedded/recovery/setRecovery.ts')).setRecovery,
);
export const signMessage = lazy(
  async () => (await import('./wallets/embedded/signing/signMessage.ts')).signMessage,
);
export const signPreparedTransaction = lazy(
  async () => (await import('./transactions/signPreparedTransaction.ts')).signPreparedTransaction,
);
export const signRequest = lazy(
  async () => (await import('./wallets/embedded/signing/signRequest.ts')).signRequest,
);
export const signSolanaMessage = lazy(
  async () => (await import('./wallets/embedded/solana/signSolanaMessage.ts')).signSolanaMessage,
);
export const signSolanaTransaction = lazy(
  async () => (await import('./wallets/embedded/solana/signSolanaTransaction.ts')).signSolanaTransaction,
);
export const signTransaction = lazy(
  async () => (await import('./transactions/signTransaction.ts')).signTransaction,
);
export const signTypedData = lazy(
  async () => (await import('./wallets/embedded/signing/signTypedData.ts')).signTypedData,
);
export const speedUpTransaction = lazy(
  async () => (await import('./transactions/speedUpTransaction.ts')).speedUpTransaction,
);
export const submitTransaction = lazy(
  async () => (await import('./transactions/submitTransaction.ts')).submitTransaction,
);
export const undoRemoval = lazy(async () => (await import('./methods/changes/undoRemoval.ts')).undoRemoval);
export const unlinkAccount = lazy(
  async () => (await import('./methods/changes/unlinkAccount.ts')).unlinkAccount,
);
export const unlinkEmail = lazy(async () => (await import('./methods/changes/unlinkAccount.ts')).unlinkEmail);
export const unlinkPhone = lazy(async () => (await import('./methods/changes/unlinkAccount.ts')).unlinkPhone);
export const unlinkWallet = lazy(async () => (await import('./methods/wallet/unlinkWallet.ts')).unlinkWallet);
export const waitForReceipt = lazy(
  async () => (await import('./transactions/waitForReceipt.ts')).waitForReceipt,
);
