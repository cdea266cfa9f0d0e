import type { LatchkeyClient, TransactionRequest, TypedData } from '@latchkey/core';
import type { HostedRequest } from '@latchkey/core/hosted';
import type {
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
} from '@latchkey/react';

export type WalletActions = Pick<ReturnType<typeof useSendTransaction>, 'sendTransaction'> &
  Pick<ReturnType<typeof useSignMessage>, 'signMessage'> &
  Pick<ReturnType<typeof useSignTransaction>, 'signTransaction'> &
  Pick<ReturnType<typeof useSignTypedData>, 'signTypedData'>;

/**
 * Shows the review of a request, also if the app's settings skip it. `description` tells the user on the screen who
 * requests what.
 */
export async function review(
  wallet: WalletActions,
  {
    hostedRequest,
    client,
    description,
  }: { hostedRequest: HostedRequest; client: LatchkeyClient; description: string },
): Promise<string> {
  const { request } = hostedRequest;
  if (!request) throw refusal('invalid_data', 'There is no request');
  const uiOptions = { showWalletUIs: true, description };
  const named = request.address ? { address: request.address } : {};
  const [first, second] = request.params;
  switch (request.method) {
    case 'personal_sign':
      return wallet.signMessage({ message: String(first), ...named, uiOptions });
    case 'eth_signTypedData_v4': {
      return wallet.signTypedData({ typedData: toTypedData(second), ...named, uiOptions });
    }
    case 'eth_sendTransaction': {
      const sent = await wallet.sendTransaction(toTransaction(hostedRequest, client), {
        ...named,
        uiOptions,
      });
      return sent.hash;
    }
    case 'eth_signTransaction': {
      const signed = await wallet.signTransaction(toTransaction(hostedRequest, client), {
        ...named,
        uiOptions,
      });
      return signed.signature;
    }
    default:
      throw refusal('not_supported', `${request.method} is not supported`);
  }
}

function toTypedData(given: unknown): TypedData {
  if (typeof given !== 'string') return given as TypedData;
  try {
    return JSON.parse(given);
  } catch {
    throw refusal('invalid_data', 'The typed data is not JSON');
  }
}

/**
 * Returns the transaction with its chain, which must be a chain of the client's settings that has a node. The review
 * shows data from this node. A malicious requester that could choose the node could show the user false data.
 */
function toTransaction({ request }: HostedRequest, client: LatchkeyClient): TransactionRequest {
  const given = (request?.params[0] ?? {}) as TransactionRequest & { chainId?: unknown };
  const { chains, defaultChain } = client.getState().settings ?? {};
  const named =
    request?.chainId ??
    (given.chainId === undefined || given.chainId === null ? null : Number(given.chainId));
  const chainId = named ?? defaultChain?.id ?? 0;
  const chain = chains?.find(({ id, rpcUrls }) => id === chainId && rpcUrls);
  if (!chain) throw refusal('unsupported_chain_id', `Chain ${chainId} is not supported here`);
  const { from: _, ...rest } = given;
  return { ...rest, chainId };
}

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code });
