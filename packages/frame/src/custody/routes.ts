import type {
  AddRecoveryPasskeyBody,
  AddRecoveryPasskeyReply,
  AddWalletBody,
  AddWalletReply,
  ConnectWalletBody,
  ConnectWalletReply,
  CreateWalletBody,
  CreateWalletReply,
  EnrolDeviceBody,
  EnrolDeviceReply,
  ExportWalletBody,
  ExportWalletReply,
  FarcasterSignerBody,
  FarcasterSignerInitBody,
  FarcasterSignerInitReply,
  FarcasterSignerReply,
  ImportWalletBody,
  OpenCloudBody,
  OpenCloudReply,
  ReadChainBody,
  ReadChainReply,
  RecoverByPasskeyBody,
  RecoverByPasskeyReply,
  RecoverWalletBody,
  RecoverWalletReply,
  RecoveryParameters,
  RecoveryParametersBody,
  SendReleaseCodeBody,
  SendReleaseCodeReply,
  SetRecoveryBody,
  SetRecoveryReply,
  VerifyTokenBody,
  VerifyTokenReply,
} from '@latchkey/wire';

/** Paths of the custody routes; a test holds them against those of `@latchkey/wire`. */
export const custodyPaths = {
  context: '/api/v1/frame/context',
  verifyToken: '/api/v1/frame/token/verify',
  create: '/api/v1/frame/wallets/create',
  import: '/api/v1/frame/wallets/import',
  add: '/api/v1/frame/wallets/add',
  connect: '/api/v1/frame/wallets/connect',
  recover: '/api/v1/frame/wallets/recover',
  sendReleaseCode: '/api/v1/frame/wallets/recover/code',
  recoveryParameters: '/api/v1/frame/recovery/parameters',
  setRecovery: '/api/v1/frame/recovery/set',
  addRecoveryPasskey: '/api/v1/frame/recovery/passkeys/add',
  recoverByPasskey: '/api/v1/frame/recovery/passkeys/recover',
  enrolDevice: '/api/v1/frame/devices/enrol',
  export: '/api/v1/frame/wallets/export',
  openCloud: '/api/v1/frame/recovery/cloud',
  readChain: '/api/v1/frame/chain/read',
  farcasterSigner: '/api/v1/frame/farcaster/signer',
} as const;

/** And of those that others call too in the wire's list. */
export const signerPaths = { signerInit: '/api/v1/farcaster/signer/init' } as const;

/** Bodies and replies of the acts that need a session. */
export interface CustodyOperations {
  verifyToken: { body: VerifyTokenBody; reply: VerifyTokenReply };
  create: { body: CreateWalletBody; reply: CreateWalletReply };
  import: { body: ImportWalletBody; reply: CreateWalletReply };
  add: { body: AddWalletBody; reply: AddWalletReply };
  connect: { body: ConnectWalletBody; reply: ConnectWalletReply };
  recover: { body: RecoverWalletBody; reply: RecoverWalletReply };
  sendReleaseCode: { body: SendReleaseCodeBody; reply: SendReleaseCodeReply };
  recoveryParameters: { body: RecoveryParametersBody; reply: RecoveryParameters };
  setRecovery: { body: SetRecoveryBody; reply: SetRecoveryReply };
  addRecoveryPasskey: { body: AddRecoveryPasskeyBody; reply: AddRecoveryPasskeyReply };
  recoverByPasskey: { body: RecoverByPasskeyBody; reply: RecoverByPasskeyReply };
  enrolDevice: { body: EnrolDeviceBody; reply: EnrolDeviceReply };
  export: { body: ExportWalletBody; reply: ExportWalletReply };
  openCloud: { body: OpenCloudBody; reply: OpenCloudReply };
  readChain: { body: ReadChainBody; reply: ReadChainReply };
  signerInit: { body: FarcasterSignerInitBody; reply: FarcasterSignerInitReply };
  farcasterSigner: { body: FarcasterSignerBody; reply: FarcasterSignerReply };
}
