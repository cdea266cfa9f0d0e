/**
 * The wallet as an ethers signer. A separate entry, so pages that do not use it load none of its code. Only this file
 * imports ethers.
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
 * Creates an ethers signer for a wallet. The signer reads through your provider. For a transaction, it switches the
 * wallet to that provider's chain. The user confirms requests as with the wallet's own provider. To read through the
 * wallet as well, use `new BrowserProvider(await wallet.getEthereumProvider())`.
 *
 * If the wallet refuses a request, the signer's function rejects with an EIP-1193 error.
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

/** A class, because it extends ethers' `AbstractSigner`. */
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
    // The wallet may send the transaction to another node, and this provider's node may learn about it later.
    for (;;) {
      const sent = await this.provider.getTransaction(hash);
      if (sent) return sent;
      await new Promise((resolve) => void this.provider.once('block', resolve));
    }
  }

  /** Converts a transaction to JSON-RPC, on the provider's chain. */
  async #toRequest(transaction: TransactionRequest): Promise<Record<string, unknown>> {
    const { gasLimit, accessList, data, ...others } = await this.populateCall(transaction);
    const chainId = toQuantity((await this.provider.getNetwork()).chainId);
    // The wallet is on one chain at a time, and sends transactions there.
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
