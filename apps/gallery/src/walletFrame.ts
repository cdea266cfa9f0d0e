import type { FrameEvent, FrameReplies } from '@latchkey/frame/protocol';

/**
 * Behaviour of a state's wallet frame, passed as `client_id`: stays silent, gets ready, also signs, or refuses every
 * password or every second-factor code.
 */
export type WalletFrameConduct = 'silent' | 'ready' | 'signing' | 'wrong-factor' | 'wrong-password';

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
  'privy:farcaster:init-signer': {
    public_key: `0x${'5a'.repeat(32)}`,
    status: 'pending_approval',
    signer_approval_url: 'https://client.farcaster.xyz/deeplinks/signed-key-request?token=0x3f0e2c1a9a6d4d6e',
  },
  'privy:mfa:init-enrollment': {
    method: 'totp',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    authUrl:
      'otpauth://totp/Tidewater:ada%40tidewater.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tidewater',
  },
  'privy:mfa:backup-codes': {
    codes: Array.from({ length: 10 }, (_, at) => `7K${at}M-Q2XD-9V${at}R-H4TW`),
  },
};

/** Stands in for the wallet frame, without keys. */
window.addEventListener('message', ({ data, source, origin }: MessageEvent) => {
  const { id, event, data: request } = data as { id: string; event: FrameEvent; data?: { mfaCode?: string } };
  const isReadying = event === 'privy:iframe:ready' && conduct !== 'silent';
  if (conduct === 'wrong-password' && !isReadying) {
    const error = { type: 'invalid_recovery_pin', message: 'No', code: 'invalid_recovery_pin' };
    (source as Window).postMessage({ id, event, error }, origin);
  } else if (conduct === 'wrong-factor' && event === 'privy:mfa:verify') {
    const isSpent = request?.mfaCode === '000000';
    const type = isSpent ? 'mfa_verification_max_attempts_reached' : 'missing_or_invalid_mfa';
    (source as Window).postMessage({ id, event, error: { type, message: 'No', code: type } }, origin);
  } else if (conduct === 'signing' || isReadying)
    (source as Window).postMessage({ id, event, data: replies[event] }, origin);
});
