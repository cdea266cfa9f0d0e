/**
 * The sandbox: local stand-ins of third parties, with their protocols. It keeps its state in memory and imports no
 * other package of the project, except in tests. `npm start`, `latchkey start` and tests start it; its program
 * refuses to start in production.
 */
export {
  type Chain,
  type ChainOptions,
  createChain,
  devnet,
  playToken,
  type Receipt,
  type StorageWrite,
  secondDevnet,
  usdcToken,
} from './chain/index.ts';
export { type CloudRecord, cloudKitContainer } from './cloudkit/index.ts';
export { type ContractName, getContract } from './contracts/index.ts';
export { createSmartAccount, type Farcaster, type SmartAccount } from './farcaster/index.ts';
export {
  type Bridge,
  type BridgeFault,
  type BridgeFill,
  type BridgeLie,
  type BridgeRequest,
  type CoinbaseButton,
  type CoinbaseKey,
  type CoinbaseStandIn,
  type CoinbaseTransaction,
  coinbaseKeys,
  type MoonpayButton,
  type MoonpayStandIn,
  type MoonpayTransaction,
  moonpayKeys,
  type OnRampFault,
} from './funding.ts';
export { answerGoogle, googleClient } from './google/index.ts';
export type { Inbox, InboxMessage } from './inbox/index.ts';
export { kmsContainer, kmsCredentials, kmsKeyArns } from './kms/index.ts';
export {
  answerConsent,
  type ConsentAnswer,
  type Ending,
  type SandboxOAuthClient,
  sandboxOAuthClients,
} from './oauth/index.ts';
export { type PriceFault, type Prices, pricesKey } from './prices/index.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
export { createSolana, type Solana } from './solana/index.ts';
export {
  signWebApp,
  signWidget,
  type TelegramPerson,
  telegramBot,
  telegramPeople,
} from './telegram/index.ts';
export { turnstileKeys } from './turnstile/index.ts';
export type { WalletConnect } from './walletconnect/index.ts';
