import { chainSettingsOf } from '../config/index.ts';
import type { FrameContext } from '../contexts.ts';
import type { Hex } from '../hex.ts';
import { withStepUps } from '../step-up/index.ts';
import {
  isSameAddress,
  type OwnChain,
  type SignRequest,
  toSignRequest,
  unlockWallet,
} from '../wallets/index.ts';
import { type CallsParts, createCalls } from './calls.ts';
import { assertDataChain } from './dataChain.ts';
import { answerAll, createChainMethods, type Methods } from './dispatch.ts';
import { createPermissions } from './permissions.ts';
import { readPersonalSign } from './personalSignParams.ts';
import { createProviderEvents, type ProviderEvents } from './providerEvents.ts';
import { providerError } from './toProviderError.ts';
import { type OwnTransaction, readTransactionParams } from './transactionParams.ts';
import { checkAsset } from './watchAsset.ts';

export interface RequestArguments {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
}

/** EIP-1193 provider of an embedded wallet, or of a wallet of another app, for dapp libraries. */
export interface EthereumProvider extends Pick<ProviderEvents, 'on' | 'removeListener'> {
  /** @throws ProviderRpcError with the codes of EIP-1193, EIP-1474 and EIP-5792, or with the node's own code */
  request(args: RequestArguments): Promise<unknown>;
}

export interface ProviderParts {
  readonly frame: FrameContext;
  readonly wallet: WalletOf;
  readonly chain: OwnChain;
  /** Waits until it is known who is signed in. */
  readonly begin?: () => Promise<void>;
  /** Shows screens on which the user logs in, and creates or recovers a wallet. If absent, a wallet must exist. */
  readonly connect?: () => Promise<void>;
  readonly sign: (request: SignRequest) => Promise<Hex>;
  /** Signs a hash, which nobody can review. A host can require a prompt for hashes even if it requires no other. */
  readonly signRaw: (request: SignRequest) => Promise<Hex>;
  readonly send: (transaction: OwnTransaction) => Promise<Hex>;
  readonly signTransaction: (transaction: OwnTransaction) => Promise<Hex>;
  readonly check: CallsParts['check'];
  readonly waitForReceipt: CallsParts['waitForReceipt'];
}

export interface WalletOf {
  /** Returns the wallet's address while its user is signed in; null otherwise. */
  find(): string | null;
  /** @throws ServiceError if the provider has no wallet now */
  get(): string;
}

export function createProvider(parts: ProviderParts): EthereumProvider {
  const { frame, wallet, chain, sign: signRequest, signRaw, send, signTransaction } = parts;
  const settings = () => chainSettingsOf(frame.session);
  const events = createProviderEvents(frame.session, { find: wallet.find, chain });

  const signAs = async (method: SignRequest['method'], data: unknown, signer: unknown) => {
    const address = wallet.get();
    if (typeof signer !== 'string' || !isSameAddress(signer, address)) {
      throw providerError(4100, `This wallet signs for ${address} only`);
    }
    const request = await toSignRequest(frame.session, { method, data, address });
    if (request.method === 'secp256k1_sign') return signRaw(request);
    if (request.method === 'personal_sign') return signRequest(request);
    return signRequest({ ...request, chainId: assertDataChain(request.data, chain.get()) });
  };
  const toTransaction = (transaction: unknown) =>
    readTransactionParams(transaction, { address: wallet.get(), chainId: chain.get() });
  const requestAccounts = async () => {
    await unlock(parts);
    events.setRevoked(false);
    return events.accounts();
  };

  const methods: Methods = {
    eth_accounts: () => events.accounts(),
    eth_requestAccounts: requestAccounts,
    personal_sign: (params) => signAs('personal_sign', ...readPersonalSign(params, wallet.get())),
    eth_signTypedData_v4: ([signer, data]) => signAs('eth_signTypedData_v4', data, signer),
    eth_sendTransaction: ([transaction]) => send(toTransaction(transaction)),
    eth_signTransaction: ([transaction]) => signTransaction(toTransaction(transaction)),
    ...createChainMethods(settings, chain),
    wallet_watchAsset: ([asset]) => checkAsset(asset),
    ...createPermissions(frame.page, events, requestAccounts),
    ...createCalls({ ...parts, page: frame.page, settings, getAddress: wallet.get }),
  };

  /** Methods that exist only if the operator allows signing hashes, which is known once the app config is loaded. */
  const rawMethods: Methods = {
    eth_sign: ([signer, hash]) => signAs('secp256k1_sign', hash, signer),
    secp256k1_sign: ([hash]) => signAs('secp256k1_sign', hash, wallet.get()),
  };
  const findMethod = (name: string) => {
    if (Object.hasOwn(methods, name)) return methods[name];
    const { allowRawSigning } = frame.session.state.get().settings?.embeddedWallets ?? {};
    return allowRawSigning && Object.hasOwn(rawMethods, name) ? rawMethods[name] : undefined;
  };

  return {
    on: events.on,
    removeListener: events.removeListener,
    request: answerAll(frame.page, {
      settings,
      chain,
      findMethod,
      begin: parts.begin,
      name: 'embedded wallet',
    }),
  };
}

/** Unlocks the wallet in the frame. Shows the screens if there is no wallet, or if unlocking it requires the user. */
async function unlock({ frame, wallet, connect }: ProviderParts): Promise<void> {
  if (wallet.find() === null) await connect?.();
  await withStepUps(
    () => unlockWallet(frame, wallet.get()),
    async (kind) => {
      if (kind !== 'unlock-wallet' || !connect) return false;
      await connect();
      return true;
    },
  );
}
