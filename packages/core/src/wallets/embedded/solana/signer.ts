import { fromBase58 } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import type { SessionContext } from '../../../contexts.ts';
import type { SolanaSendOptions } from './delivery.ts';
import { getSolanaWallet, toMessageRequest } from './request.ts';
import { type SignSolana, sendTransactions, signTransactions } from './transactions.ts';

export interface MessageInput {
  readonly account: { readonly address: string };
  readonly message: Uint8Array;
}

export interface SolanaTransactionInput {
  readonly account: { readonly address: string };
  readonly transaction: Uint8Array;
  readonly chain?: string;
  readonly options?: SolanaSendOptions;
}

/**
 * Functions of a Solana wallet in the form of the Wallet Standard's features: they take and return bytes, for several
 * inputs at a time.
 */
export interface SolanaSigner {
  signMessage(
    ...inputs: readonly MessageInput[]
  ): Promise<{ signedMessage: Uint8Array; signature: Uint8Array }[]>;
  signTransaction(...inputs: readonly SolanaTransactionInput[]): Promise<{ signedTransaction: Uint8Array }[]>;
  signAndSendTransaction(...inputs: readonly SolanaTransactionInput[]): Promise<{ signature: Uint8Array }[]>;
}

export const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const;

export function createSigner(session: SessionContext, sign: SignSolana): SolanaSigner {
  const toInput = ({ transaction, account }: SolanaTransactionInput) => ({
    transaction,
    address: account.address,
  });
  return {
    async signMessage(...inputs) {
      const requests = await Promise.all(
        inputs.map(async ({ message, account }) => {
          const { address } = await getSolanaWallet(session, account.address);
          if (!(message instanceof Uint8Array)) fail('invalid_message');
          return { message, request: toMessageRequest(message, address) };
        }),
      );
      const outputs = [];
      for (const [place, { message, request }] of requests.entries()) {
        outputs.push({ signedMessage: message, signature: toBytes(await sign(request, place)) });
      }
      return outputs;
    },
    async signTransaction(...inputs) {
      const signed = await signTransactions(session, inputs.map(toInput), sign);
      return signed.map((signedTransaction) => ({ signedTransaction }));
    },
    async signAndSendTransaction(...inputs) {
      const checked = inputs.map((input) => ({
        ...toInput(input),
        chain: toChain(input.chain),
        options: input.options,
      }));
      return (await sendTransactions(session, checked, sign)).map((id) => ({ signature: toBytes(id) }));
    },
  };
}

const toBytes = (signature: string) => fromBase58(signature) ?? fail('unable_to_sign');

/** @throws ServiceError `unsupported_chain_id` */
function toChain(requested: string | undefined): SolanaChain {
  return (
    chains.find((chain) => chain === requested) ??
    fail('unsupported_chain_id', { message: `${requested} is not a chain of this wallet` })
  );
}
