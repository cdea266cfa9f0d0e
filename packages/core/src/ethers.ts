/**
 * The wallet as a signer of ethers', an entry of its own: pages without it load nothing of it. It alone imports ethers.
 */
import {
  AbstractSigner,
  accessListify,
  hexlify,
  type Provider,
  type TransactionRequest,
  type TransactionResponse,
  type TypedDataDomain,
  TypedDataEncoder,
  type TypedDataField,
  toQuantity,
  toUtf8Bytes,
} from 'ethers';
import type { ProvidedWallet } from './viem.ts';

/**
 * Makes a signer of a wallet that reads by a provider of yours and goes to its chain. What it signs or sends is put to the
 * user as by the wallet's provider. To read by the wallet as well, use
 * `new BrowserProvider(await wallet.getEthereumProvider())`.
 *
 * Its functions fail with EIP-1193 errors.
 *
 * @example
 * const signer = toEthersSigner({ wallet, provider: new JsonRpcProvider(rpcUrl) });
 * const sent = await signer.sendTransaction({ to, value: parseEther('0.01') });
 * await sent.wait();
 */
export function toEthersSigner({
  wallet,
  provider,
}: {
  wallet: ProvidedWallet;
  provider: Provider;
}): AbstractSigner<Provider> {
  return new WalletSigner(wallet, provider);
}

/** ethers knows signers by their class. */
class WalletSigner extends AbstractSigner<Provider> {
  readonly #wallet: ProvidedWallet;

  constructor(wallet: ProvidedWallet, provider: Provider) {
    super(provider);
    this.#wallet = wallet;
  }

  async getAddress(): Promise<string> {
    return this.#wallet.address;
  }

  connect(provider: Provider): WalletSigner {
    return new WalletSigner(this.#wallet, provider);
  }

  signMessage(message: string | Uint8Array): Promise<string> {
    const bytes = typeof message === 'string' ? toUtf8Bytes(message) : message;
    return this.#request('personal_sign', [hexlify(bytes), this.#wallet.address]);
  }

  async signTypedData(
    domain: TypedDataDomain,
    types: Record<string, TypedDataField[]>,
    value: Record<string, unknown>,
  ): Promise<string> {
    const resolve = async (name: string) => (await this.resolveName(name)) ?? name;
    const named = await TypedDataEncoder.resolveNames(domain, types, value, resolve);
    const payload = TypedDataEncoder.getPayload(named.domain, types, named.value);
    return this.#request('eth_signTypedData_v4', [this.#wallet.address, JSON.stringify(payload)]);
  }

  async signTransaction(transaction: TransactionRequest): Promise<string> {
    return this.#request('eth_signTransaction', [await this.#toRequest(transaction)]);
  }

  override async sendTransaction(transaction: TransactionRequest): Promise<TransactionResponse> {
    const hash = await this.#request('eth_sendTransaction', [await this.#toRequest(transaction)]);
    // The node of this provider may hear of it later than the one that it was sent to.
    for (;;) {
      const sent = await this.provider.getTransaction(hash);
      if (sent) return sent;
      await new Promise((resolve) => void this.provider.once('block', resolve));
    }
  }

  /** As JSON-RPC has it, on the provider's chain. What is left out is read when the user is asked. */
  async #toRequest(transaction: TransactionRequest): Promise<Record<string, unknown>> {
    const { gasLimit, accessList, data, ...others } = await this.populateCall(transaction);
    const chainId = toQuantity((await this.provider.getNetwork()).chainId);
    // The wallet is on one chain at a time, and sends to that one.
    await this.#request('wallet_switchEthereumChain', [{ chainId }]);
    const fields = Object.entries({ ...others, gas: gasLimit, chainId: others.chainId ?? chainId })
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : toQuantity(value as bigint)]);
    return {
      ...Object.fromEntries(fields),
      ...(data ? { data: hexlify(data) } : {}),
      ...(accessList ? { accessList: accessListify(accessList) } : {}),
    };
  }

  async #request(method: string, params: readonly unknown[]): Promise<string> {
    return (await (await this.#wallet.getEthereumProvider()).request({ method, params })) as string;
  }
}
