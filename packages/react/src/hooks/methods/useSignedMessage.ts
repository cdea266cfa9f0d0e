import type { LatchkeyClient, MessageLogin, SignedMessage } from '@latchkey/core';
import type { ServiceError, User } from '@latchkey/wire';
import { useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { withCallbacks } from '../withCallbacks.ts';
import { createDueWallet } from './createDueWallet.ts';

/** Progress of a login with a signed message, or of linking a wallet with one. */
export interface MessageState {
  readonly status:
    | 'initial'
    | 'generating-message'
    | 'awaiting-signature'
    | 'submitting-signature'
    | 'done'
    | 'error';
  readonly error: ServiceError | null;
}

export interface MessageOperations<Asked> {
  write(client: LatchkeyClient, input: Asked): Promise<string>;
  logIn(client: LatchkeyClient, input: MessageLogin): Promise<{ user: User; isNewUser: boolean }>;
  link(client: LatchkeyClient, input: SignedMessage): Promise<User>;
}

const initial: MessageState = { status: 'initial', error: null };

function useMessage<Asked, Input, Done>(
  write: (client: LatchkeyClient, input: Asked) => Promise<string>,
  submit: (client: LatchkeyClient, input: Input) => Promise<Done>,
  otherwise: 'failed_to_link_account' | 'unknown_auth_error',
  {
    onDone,
    onError,
  }: { onDone: ((done: Done) => void) | undefined; onError: ((error: ServiceError) => void) | undefined },
) {
  const result = useBindingResult();
  const [state, setState] = useState(initial);
  function attempt<Result>(
    status: MessageState['status'],
    next: MessageState['status'],
    work: (client: LatchkeyClient) => Promise<Result>,
    onAttempted?: (done: Result) => void,
  ): Promise<Result> {
    setState({ status, error: null });
    return withCallbacks(async () => work(bindingOf(result).client), {
      onDone: (done) => {
        setState({ status: next, error: null });
        onAttempted?.(done);
      },
      onError: (error) => {
        setState({ status: 'error', error });
        onError?.(error);
      },
      otherwise,
    });
  }
  return {
    state,
    generate: useStable((input: Asked) =>
      attempt('generating-message', 'awaiting-signature', (client) => write(client, input)),
    ),
    submit: useStable((input: Input) =>
      attempt('submitting-signature', 'done', (client) => submit(client, input), onDone),
    ),
  };
}

export interface UseMessageLoginOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

export function useMessageLogin<Asked>(
  { write, logIn }: MessageOperations<Asked>,
  { onComplete, onError }: UseMessageLoginOptions,
) {
  const submit = async (client: LatchkeyClient, input: MessageLogin) => {
    const { user, isNewUser } = await logIn(client, input);
    await createDueWallet(client);
    return { user: client.getState().user ?? user, isNewUser };
  };
  return useMessage(write, submit, 'unknown_auth_error', { onDone: onComplete, onError });
}

export interface UseMessageLinkOptions {
  onSuccess?(result: { user: User }): void;
  onError?(error: ServiceError): void;
}

export function useMessageLink<Asked>(
  { write, link }: MessageOperations<Asked>,
  { onSuccess, onError }: UseMessageLinkOptions,
) {
  const submit = async (client: LatchkeyClient, input: SignedMessage) => ({
    user: await link(client, input),
  });
  return useMessage(write, submit, 'failed_to_link_account', { onDone: onSuccess, onError });
}
