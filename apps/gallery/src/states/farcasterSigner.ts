import { farcasterRoutes } from '@latchkey/wire';
import { answer, hang } from '../network.ts';
import { adaEverywhere } from '../people.ts';
import type { States } from './state.ts';

const asked = { props: {}, isLoggedIn: true, user: adaEverywhere, walletFrame: 'signing' } as const;
const public_key = `0x${'5a'.repeat(32)}`;

export const farcasterSigner: States<'AWAITING_FARCASTER_SIGNER'> = {
  usual: {
    ...asked,
    answers: [hang(farcasterRoutes.signerStatus)],
    act: ({ see }) => see('svg[role=img]'),
  },
  opening: { ...asked, walletFrame: 'ready' },
  rejected: {
    ...asked,
    answers: [answer(farcasterRoutes.signerStatus, { public_key, status: 'revoked', fid: 1 })],
    act: ({ see }) => see('.button.primary'),
  },
};
