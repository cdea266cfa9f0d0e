import type { Intent, RequestOf } from '../request.ts';
import { codeScreensOf, linkEntry, resumedEntry } from './account-types/index.ts';
import { sendEntry, signEntry } from './confirmationEntries.ts';
import { fundEntry } from './fundEntry.ts';
import { connectingEntry, createEntry } from './recoveryEntries.ts';
import type { Entry } from './state.ts';
import { confirmEntry, landing } from './steps.ts';
import type { FlowFacts } from './transition.ts';
import { requestedFactor } from './verifyEntries.ts';

type FirstEntries = { readonly [I in Intent]: (request: RequestOf<I>, facts: FlowFacts) => Entry };

const firstEntries = {
  confirm: ({ input }) => confirmEntry(input),
  'connect-or-create': (request) => landing(request, {}),
  'connect-wallet': ({ input }, { authenticated }) => ({
    name: authenticated ? 'CONNECT_ONLY_AUTHENTICATED_SCREEN' : 'CONNECT_ONLY_LANDING_SCREEN',
    props: input ?? {},
  }),
  'connected-apps': () => ({ name: 'CONNECTED_APPS_SCREEN', props: {} }),
  'create-wallet': (_, facts) => createEntry(facts, { act: 'create', initiator: 'user' }),
  'enroll-factor': () => ({ name: 'MFA_ENROLLMENT_FLOW_SCREEN', props: {} }),
  'export-wallet': ({ input }) => ({ name: 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN', props: input }),
  'farcaster-signer': () => ({ name: 'AWAITING_FARCASTER_SIGNER', props: {} }),
  fund: ({ input }) => fundEntry(input),
  link: ({ input }) => linkEntry(input),
  login: (request) => resumedEntry(request) ?? landing(request, {}),
  recover: ({ input }) => connectingEntry(input.address),
  'recovery-passkeys': ({ input }) => ({ name: 'RECOVERY_PASSKEYS_SCREEN', props: input }),
  send: ({ input }) => sendEntry('send', input),
  sessions: () => ({ name: 'SESSIONS_SCREEN', props: {} }),
  'set-recovery': ({ input }) => connectingEntry(input.address),
  sign: ({ input }) => signEntry(input),
  'sign-transaction': ({ input }) => sendEntry('sign', input),
  undo: ({ input }) => ({ name: 'UNDO_CHANGE_SCREEN', props: input }),
  update: ({ input }) => codeScreensOf(input.method)('update', {}),
  'verify-factor': ({ input }) => requestedFactor(input),
  'verify-login': ({ input }) => requestedFactor(input),
} as const satisfies FirstEntries;

export function firstEntry<I extends Intent>(request: RequestOf<I>, facts: FlowFacts): Entry {
  const entries: FirstEntries = firstEntries;
  return entries[request.intent](request, facts);
}
