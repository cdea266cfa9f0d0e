import type { MfaMethod } from '@latchkey/wire';
import type { ModalRequest } from '../request.ts';
import type { ExitsOf, PropsOf, ScreenName, VerifyProps } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { afterFactor } from './afterLogin.ts';
import type { Entry, EntryOf } from './state.ts';
import { errorFrom } from './steps.ts';
import type { FlowFacts, Transitions } from './transition.ts';
import { lostEntry, promptOf, verifyBy, verifyEntry } from './verifyEntries.ts';

export type MfaScreen = Extract<ScreenName, `MFA_${string}`>;
type CodeExits = ExitsOf<'MFA_VERIFICATION_CODE_SCREEN'>;

/** The screens that add and remove second factors, and those that ask for one: loaded with them. */
export const mfaTransitions = {
  MFA_ENROLLMENT_FLOW_SCREEN: {
    continued: () => ({ to: methodsEntry }),
    chosen: ({ method }) => ({ to: enrollEntries[method] }),
    removing: ({ method }) => ({ to: { name: 'MFA_REMOVAL_SCREEN', props: { method } } }),
    'new-codes': () => ({ to: { name: 'MFA_BACKUP_CODES_SCREEN', props: { isRenewal: true } } }),
    canceled: () => ({ stay: true }),
    failed: ({ error }) => errorFrom(methodsEntry, error),
    closed: () => ({ close: 'given-up' }),
  },
  MFA_ENROLLMENT_TOTP_SCREEN: {
    scanned: (enrollment) => ({
      to: { name: 'MFA_ENROLLMENT_CODE_SCREEN', props: { method: 'totp', enrollment } },
    }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
    back: () => ({ to: methodsEntry }),
  },
  MFA_ENROLLMENT_SMS_SCREEN: {
    'code-sent': (enrollment) => ({
      to: { name: 'MFA_ENROLLMENT_CODE_SCREEN', props: { method: 'sms', enrollment } },
    }),
    failed: ({ error, again = {} }) => errorFrom({ name: 'MFA_ENROLLMENT_SMS_SCREEN', props: again }, error),
    back: () => ({ to: methodsEntry }),
  },
  MFA_ENROLLMENT_CODE_SCREEN: {
    enrolled: (enrolled) => ({ to: { name: 'MFA_ENROLLED_SCREEN', props: enrolled } }),
    ended,
    // What was begun may have ended: it begins anew.
    failed: ({ error }, _facts, { entry }) => errorFrom(beforeCode(entry.props, false), error),
    back: (_, _facts, { entry }) => ({ to: beforeCode(entry.props, true) }),
  },
  MFA_ENROLLMENT_PASSKEY_SCREEN: {
    enrolled: (enrolled) => ({ to: { name: 'MFA_ENROLLED_SCREEN', props: enrolled } }),
    added: () => ({ stay: true }),
    failed: ({ error }) => errorFrom(enrollEntries.passkey, error),
    back: () => ({ to: methodsEntry }),
  },
  MFA_ENROLLED_SCREEN: {
    done: (_, _facts, { entry }) =>
      entry.props.isFirst
        ? { to: { name: 'MFA_BACKUP_CODES_SCREEN', props: { isRenewal: false } } }
        : { close: 'finished' },
  },
  MFA_BACKUP_CODES_SCREEN: {
    saved: (_, _facts, { entry }) => (entry.props.isRenewal ? { to: methodsEntry } : { close: 'finished' }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
  },
  MFA_REMOVAL_SCREEN: {
    removed: () => ({ to: methodsEntry }),
    failed: ({ error }) => errorFrom(methodsEntry, error),
    back: () => ({ to: methodsEntry }),
  },
  MFA_VERIFICATION_SCREEN: {
    chosen: ({ method }, _facts, { entry }) => ({ to: verifyBy(method, entry.props) }),
    lost,
  },
  MFA_VERIFICATION_CODE_SCREEN: { verified, ended, other, lost },
  MFA_VERIFICATION_PASSKEY_SCREEN: { verified, ended, other, lost },
  MFA_BACKUP_CODE_SCREEN: {
    verified: (_, facts, place) => replaced(facts, place, true),
    ended,
    back: lost,
  },
  MFA_LOST_SCREEN: {
    'backup-code': (_, _facts, { entry }) => ({
      to: { name: 'MFA_BACKUP_CODE_SCREEN', props: promptOf(entry.props) },
    }),
    password: (_, _facts, { entry }) => ({
      to: { name: 'MFA_LOST_SCREEN', props: { ...promptOf(entry.props), byPassword: true } },
    }),
    proved: (_, facts, place) => replaced(facts, place, false),
    'not-proved': () => ({ stay: true }),
    failed: ({ error }, _facts, { entry }) => errorFrom(lostEntry(entry.props), error),
    back: (_, _facts, { entry: { props } }) => ({
      to: props.byPassword ? lostEntry(props) : verifyEntry(props),
    }),
    closed: () => ({ close: 'given-up' }),
  },
} as const satisfies Pick<Transitions, MfaScreen>;

/** Every method, also to a person who has none and has read what they are for. */
const methodsEntry: EntryOf<'MFA_ENROLLMENT_FLOW_SCREEN'> = {
  name: 'MFA_ENROLLMENT_FLOW_SCREEN',
  props: { isIntroduced: true },
};

/** The screen that begins to enrol a method. */
const enrollEntries = {
  passkey: { name: 'MFA_ENROLLMENT_PASSKEY_SCREEN', props: {} },
  sms: { name: 'MFA_ENROLLMENT_SMS_SCREEN', props: {} },
  totp: { name: 'MFA_ENROLLMENT_TOTP_SCREEN', props: { enrollment: null } },
} as const satisfies Record<MfaMethod, Entry>;

/** A screen on the way, and what the modal was opened for. */
interface VerifyPlace {
  readonly entry: { readonly props: VerifyProps };
  readonly request: ModalRequest;
}

/** The one who waits hears at once; the person sees for a moment that it was right. A login goes on. */
function verified(_: undefined, facts: FlowFacts, { entry, request }: VerifyPlace) {
  const result = { verified: true } as const;
  const done =
    request.intent === 'login'
      ? afterFactor(facts, entry.props.afterTerms)
      : ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result, tells: true } as const);
  return { done, afterMs: timings.nextStepMs };
}

/** The screen on which the code was asked for. @param isGood whether what was begun there still is */
function beforeCode(
  props: PropsOf<'MFA_ENROLLMENT_CODE_SCREEN'>,
  isGood: boolean,
): EntryOf<'MFA_ENROLLMENT_SMS_SCREEN' | 'MFA_ENROLLMENT_TOTP_SCREEN'> {
  return props.method === 'totp'
    ? { name: 'MFA_ENROLLMENT_TOTP_SCREEN', props: { enrollment: isGood ? props.enrollment : null } }
    : { name: 'MFA_ENROLLMENT_SMS_SCREEN', props: { typed: props.enrollment.phoneNumber } };
}

/** What stands in for a factor permits less than it: where that is not what was asked for, the person replaces the factor. */
function replaced(facts: FlowFacts, place: VerifyPlace, opensWallet: boolean) {
  const { purpose } = place.entry.props;
  const isMeant = purpose === 'change_factors' || (opensWallet && purpose === undefined);
  return isMeant ? verified(undefined, facts, place) : { to: methodsEntry };
}

/** It tells by itself that no more is taken; who asked hears why once it is closed. */
function ended({ error }: CodeExits['ended']) {
  return { stay: true, failure: error } as const;
}

function other(_: undefined, _facts: unknown, { entry }: Pick<VerifyPlace, 'entry'>) {
  return { to: { name: 'MFA_VERIFICATION_SCREEN', props: promptOf(entry.props) } } as const;
}

function lost(_: undefined, _facts: unknown, { entry }: Pick<VerifyPlace, 'entry'>) {
  return { to: lostEntry(entry.props) };
}
