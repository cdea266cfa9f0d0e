import type { PropsOf } from '../screens/index.ts';
import type { EntryOf } from './state.ts';

type SendProps = PropsOf<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>;
type SignProps = PropsOf<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>;

export function sendEntry(
  act: SendProps['act'],
  request: SendProps['request'],
): EntryOf<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'> {
  return { name: 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', props: { act, request } };
}

export function signEntry(request: SignProps['request']): EntryOf<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'> {
  return { name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', props: { request } };
}
