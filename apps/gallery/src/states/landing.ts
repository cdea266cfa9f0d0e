import { rememberLogin } from '@latchkey/core';
import { type AppConfig, emailRoutes } from '@latchkey/wire';
import type { PropsOf } from '../../../../packages/react/src/gallery.ts';
import type { Hand } from '../hand.ts';
import { hang } from '../network.ts';
import { email, logo, phone } from '../people.ts';
import { details, otherApp } from './methods/crossApp.ts';
import { wallets } from './methods/wallet.ts';
import type { States } from './state.ts';

const typed: PropsOf<'LANDING'> = { typed: { channel: 'email', recipient: email } };
const emailAndSms: Partial<AppConfig> = { sms_auth: true };

const all = [
  'email',
  'sms',
  'google',
  'apple',
  'twitter',
  'discord',
  'github',
  'linkedin',
  'spotify',
  'instagram',
  'tiktok',
  'telegram',
  'farcaster',
  'wallet',
];

const accents = Object.fromEntries(
  ['#000', '#fff', '#ffea00', '#7a00ff'].map((accentColor) => [
    `accent ${accentColor}`,
    { props: typed, host: { appearance: { accentColor } } },
  ]),
);

const seeMarks = ({ see }: Hand) => see('.entry [viewBox="0 0 24 24"]');

/** Waits for the rows of the announced wallets. */
const seeWallets = ({ see }: Hand) => see('.wallet-row img');

export const connectOrCreate: States<'CONNECT_OR_CREATE'> = {
  usual: { props: {}, methods: ['email', 'wallet'] },
};

export const landing: States<'LANDING'> = {
  usual: { props: {} },
  branded: {
    props: {},
    host: { appearance: { logo, loginMessage: 'Trade the tides. It takes a minute.' } },
    methods: ['email', 'google', 'apple', 'passkey'],
    act: seeMarks,
  },
  typed: { props: typed },
  busy: {
    props: typed,
    answers: [hang(emailRoutes.sendCode)],
    async act({ press, see }) {
      await press('.field-submit');
      await see('.field[data-busy]');
    },
  },
  recent: {
    props: {},
    app: emailAndSms,
    prepare: ({ client }) => Promise.resolve(rememberLogin(client, { method: 'sms' })),
  },
  phone: {
    props: {},
    app: { email_auth: false, ...emailAndSms },
    act: ({ see }) => see('[placeholder^="("]'),
  },
  'phone typed': {
    props: { typed: { channel: 'sms', recipient: phone } },
    app: emailAndSms,
    act: ({ see }) => see('.field-submit:enabled'),
  },
  'without fields': {
    props: {},
    app: emailAndSms,
    host: { appearance: { hideDirectWeb2Inputs: true } },
  },
  ...accents,
  socials: { props: {}, methods: ['email', 'google', 'apple', 'passkey'], act: seeMarks },
  'passkey sign-up': {
    props: {},
    app: { passkeys_for_signup_enabled: true },
    methods: ['email', 'google', 'apple', 'passkey'],
    act: seeMarks,
  },
  'more socials': { props: {}, methods: [...all, 'passkey'], act: seeMarks },
  'other socials': { props: { part: 'web2-overflow' }, methods: all, act: seeMarks },
  'with another app': {
    props: {},
    answers: [details],
    methods: ['email', `privy:${otherApp}`, 'google'],
    act: ({ see }) => see('.entry img'),
  },
  wallets: { props: { part: 'web3-overflow' }, methods: all, wallets, act: seeWallets },
  'wallets first': {
    props: {},
    host: { appearance: { loginGroupPriority: 'web3-first' } },
    methods: all,
    wallets,
    act: seeWallets,
  },
  'long words': {
    props: typed,
    host: {
      appearance: { landingHeader: 'Log in to the harbour of the tides', loginMessage: 'W'.repeat(100) },
    },
  },
};
