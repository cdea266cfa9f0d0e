import type { LatchkeyClient } from '@latchkey/core';
import type { HostedRequest } from '@latchkey/core/hosted';
import {
  LatchkeyPanel,
  LatchkeyProvider,
  useCreateWallet,
  useModalStatus,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
} from '@latchkey/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { review, type WalletActions } from './review.ts';

/** The modal's screens in a container of the page. */
export interface WalletUi {
  /** Resolves once a user is logged in and no screen is open. */
  logIn(): Promise<void>;
  createWallet(): Promise<void>;
  /**
   * Asks the user to review a request to the wallet, with a text about who requests what. Returns the signature, the
   * signed transaction, or the hash of the sent one.
   *
   * @throws Error of the hook, such as `user_rejected_request`, or of `review`, such as `unsupported_chain_id`
   */
  review(hostedRequest: HostedRequest, description: string): Promise<string>;
  /** Calls the listener once, as soon as a screen is open. */
  onceOpen(listener: () => void): void;
  unmount(): void;
}

type Operations = WalletActions & Pick<ReturnType<typeof useCreateWallet>, 'createWallet'>;

export function mountWalletUi(place: HTMLElement, client: LatchkeyClient): WalletUi {
  const root = createRoot(place);
  const listeners = new Set<() => void>();
  let isOpen = false;
  let take: (operations: Operations) => void = () => undefined;
  const operations = new Promise<Operations>((resolve) => {
    take = resolve;
  });
  const follow = (next: boolean) => {
    isOpen = next;
    for (const listener of [...listeners]) listener();
  };
  const unsubscribe = client.subscribe(() => follow(isOpen));
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isDone()) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  root.render(
    <LatchkeyProvider client={client}>
      <Parts onOperations={take} onStatus={follow} />
      <LatchkeyPanel />
    </LatchkeyProvider>,
  );
  return {
    async logIn() {
      await until(() => {
        const { authenticated, isFactorPending, user } = client.getState();
        return authenticated && user !== null && !isFactorPending && !isOpen;
      });
    },
    async createWallet() {
      await (await operations).createWallet();
    },
    review: async (hostedRequest, description) =>
      review(await operations, { hostedRequest, client, description }),
    onceOpen: (listener) => void until(() => isOpen).then(listener),
    unmount() {
      unsubscribe();
      root.unmount();
    },
  };
}

function Parts({
  onOperations,
  onStatus,
}: {
  onOperations(operations: Operations): void;
  onStatus(isOpen: boolean): void;
}) {
  const { isOpen } = useModalStatus();
  const { createWallet } = useCreateWallet();
  const { signMessage } = useSignMessage();
  const { signTypedData } = useSignTypedData();
  const { sendTransaction } = useSendTransaction();
  const { signTransaction } = useSignTransaction();
  useEffect(() => onStatus(isOpen), [isOpen, onStatus]);
  useEffect(
    () => onOperations({ createWallet, sendTransaction, signMessage, signTransaction, signTypedData }),
    [onOperations, createWallet, sendTransaction, signMessage, signTransaction, signTypedData],
  );
  return null;
}
