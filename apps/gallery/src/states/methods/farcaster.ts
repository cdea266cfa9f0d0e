import { farcasterRoutes } from '@latchkey/wire';
import { answer, hang, refuse } from '../../network.ts';
import type { States } from '../state.ts';

const opened = answer(farcasterRoutes.init, {
  channel_token: 'A'.repeat(43),
  connect_uri: 'https://farcaster.xyz/~/siwf?channelToken=3f0e2c1a-9a6d-4d6e-8e0c-2b7a5f9d1c44',
});
const waiting = [opened, hang(farcasterRoutes.status)];

export const farcaster: States<'AWAITING_FARCASTER_CONNECTION'> = {
  usual: { props: { act: 'login' }, answers: waiting, act: ({ see }) => see('svg[role=img]') },
  opening: { props: { act: 'login' }, answers: [hang(farcasterRoutes.init)] },
  link: {
    props: { act: 'link' },
    isLoggedIn: true,
    answers: waiting,
    act: ({ see }) => see('svg[role=img]'),
  },
  'busy service': {
    props: { act: 'login' },
    answers: [refuse(farcasterRoutes.init, 'too_many_requests')],
    act: ({ see }) => see('.button.primary'),
  },
  'linked to another user': {
    props: { act: 'login' },
    answers: [refuse(farcasterRoutes.init, 'linked_to_another_user')],
    act: ({ see }) => see('.button.primary'),
  },
};
