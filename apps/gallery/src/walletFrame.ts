import type { FrameEvent, FrameReplies } from '@latchkey/frame/protocol';

/** How the wallet frame of a state behaves, told to it as `client_id`: it stays silent, gets ready, or signs too; or it
 * takes no password. */
export type WalletFrameConduct = 'silent' | 'ready' | 'signing' | 'wrong-password';

const conduct = new URLSearchParams(location.search).get('client_id');

const signature = `0x${'5a'.repeat(65)}`;
const replies: { readonly [E in FrameEvent]?: FrameReplies[E] } = {
  'privy:iframe:ready': { lastingStorage: true },
  'privy:wallets:connect': { entropyId: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
  'privy:wallets:rpc': {
    address: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826',
    chainType: 'ethereum',
    response: { method: 'personal_sign', data: signature },
  },
};

/** Stands in for the wallet frame: the same messages, no keys. */
window.addEventListener('message', ({ data, source, origin }: MessageEvent) => {
  const { id, event } = data as { id: string; event: FrameEvent };
  const isReadying = event === 'privy:iframe:ready' && conduct !== 'silent';
  if (conduct === 'wrong-password' && !isReadying) {
    const error = { type: 'invalid_recovery_pin', message: 'No', code: 'invalid_recovery_pin' };
    (source as Window).postMessage({ id, event, error }, origin);
  } else if (conduct === 'signing' || isReadying)
    (source as Window).postMessage({ id, event, data: replies[event] }, origin);
});
