import type { SolanaSendOptions } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { type Binding, bindingOf, useBindingResult } from '../../../binding.ts';
import type { SignUiOptions } from '../../../flow/index.ts';
import { useStable } from '../../useStable.ts';
import { type OneOrMore, type TransactionInput, toOutput } from './inputs.ts';
import { openSigner } from './solanaOperations.ts';

export interface SignAndSendTransactionOptions extends SolanaSendOptions {
  uiOptions?: SignUiOptions;
  /**
   * True to resolve once the node has accepted the transaction. Ignored if `commitment` is set.
   * @default `config.embeddedWallets.waitForTransactionConfirmation` decides
   */
  optimisticBroadcast?: boolean;
  /** Alias of `skipPreflight`. */
  skipSimulation?: boolean;
  /** Not supported: `true` fails with `not_supported`. */
  sponsor?: boolean;
}

export type SignAndSendTransactionInput = TransactionInput<SignAndSendTransactionOptions>;

export interface SignAndSendTransactionOutput {
  /** Signature of the transaction, which is its id, 64 bytes. */
  signature: Uint8Array;
}

/**
 * Signs transactions with a Solana wallet and sends them: an embedded wallet through the host's node
 * (`config.solana.rpcUrls`), an external wallet by itself. An embedded wallet by default waits until the network has
 * confirmed them; unless the app signs without prompts, the user confirms all of them in the modal before the first is
 * sent.
 *
 * Fails with `user_rejected_request`. An embedded wallet also fails with `unsupported_chain_id` (no node),
 * `invalid_data`, and `transaction_failure` if the node refused the transaction, or the transaction failed or its
 * block hash expired (`error.details.error` is `expired`). After `network_error` or
 * `client_request_timeout` the transaction may still arrive: look up `error.details.signature` before you send
 * another.
 *
 * @example
 * ```tsx
 * const { signAndSendTransaction } = useSignAndSendTransaction();
 * const { signature } = await signAndSendTransaction({ transaction, wallet, chain: 'solana:devnet' });
 * ```
 */
export function useSignAndSendTransaction(): {
  signAndSendTransaction: OneOrMore<SignAndSendTransactionInput, SignAndSendTransactionOutput>;
} {
  const result = useBindingResult();
  const send = useStable(async (...inputs: SignAndSendTransactionInput[]) => {
    const binding = bindingOf(result);
    const asked = inputs.map(({ transaction, wallet, chain = 'solana:mainnet', options }) => ({
      transaction,
      account: wallet,
      chain,
      options: toSendOptions(binding, options),
    }));
    const signer = await openSigner(binding, inputs);
    return toOutput(await signer.signAndSendTransaction(...asked));
  });
  return {
    signAndSendTransaction: send as OneOrMore<SignAndSendTransactionInput, SignAndSendTransactionOutput>,
  };
}

function toSendOptions(
  { client }: Binding,
  {
    uiOptions: _,
    optimisticBroadcast,
    skipSimulation,
    sponsor = false,
    ...options
  }: SignAndSendTransactionOptions = {},
): SolanaSendOptions {
  if (sponsor)
    throw new ServiceError('not_supported', {
      message: 'Sponsored transactions are not supported',
      details: { reason: 'sponsored_transaction' },
    });
  const waits = client.getState().settings?.embeddedWallets.waitForTransactionConfirmation ?? true;
  return {
    ...(waits && optimisticBroadcast !== true ? { commitment: 'confirmed' } : {}),
    ...(skipSimulation === undefined ? {} : { skipPreflight: skipSimulation }),
    ...options,
  };
}
