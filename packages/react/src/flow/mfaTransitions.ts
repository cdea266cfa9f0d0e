import { type MfaMethod, mfaMethods } from '@latchkey/wire';
import type { ModalRequest } from '../request.ts';
import {
  type EnrollProps,
  type EnrollScreenName,
  type ExitsOf,
  enrollScreenOf,
  type Failed,
  type PropsOf,
  type ScreenName,
  type VerifyProps,
} from '../screens/index.ts';
import { timings } from '../timings.ts';
import { afterFactor } from './afterLogin.ts';
import { isLoginVisit } from './close.ts';
import type { EntryOf } from './state.ts';
import { errorFrom } from './steps.ts';
import type { FlowFacts, To, Transitions } from './transition.ts';
import { isByCode, lostEntry, promptOf, verifyBy, verifyEntry } from './verifyEntries.ts';

export type MfaScreen = Extract<ScreenName, `MFA_${string}`>;
type CodeExits = ExitsOf<'MFA_VERIFICATION_CODE_SCREEN'>;

/** Needs a cast, because TypeScript does not correlate a method and the data of its screen. */
const enrollEntry = <Method extends MfaMethod>(method: Method, props: object) =>
  ({ name: enrollScreenOf(method), props }) as EntryOf<EnrollScreenName<Method>>;

const enrolling = (method: MfaMethod) => ({
  begun: (enrollment: unknown): To<'MFA_ENROLLMENT_CODE_SCREEN'> => ({
    to: {
      name: 'MFA_ENROLLMENT_CODE_SCREEN',
      props: { method, enrollment } as PropsOf<'MFA_ENROLLMENT_CODE_SCREEN'>,
    },
  }),
  failed: ({ error, again = {} }: Failed<EnrollProps<unknown>>) =>
    errorFrom(enrollEntry(method, again), error),
  back: () => ({ to: methodsEntry }),
});

type CodeMethod = PropsOf<'MFA_ENROLLMENT_CODE_SCREEN'>['method'];
const enrollTransitions: {
  readonly [Method in CodeMethod as EnrollScreenName<Method>]: ReturnType<typeof enrolling>;
} = Object.assign(
  {},
  ...mfaMethods.filter(isByCode).map((method) => ({ [enrollScreenOf(method)]: enrolling(method) })),
);

/** Transitions of the screens that add, remove and verify second factors. */
export const mfaTransitions = {
  ...enrollTransitions,
  MFA_ENROLLMENT_FLOW_SCREEN: {
    continued: () => ({ to: methodsEntry }),
    chosen: ({ method }) => ({ to: enrollEntry(method, {}) }),
    removing: ({ method }) => ({ to: { name: 'MFA_REMOVAL_SCREEN', props: { method } } }),
    'new-codes': () => ({ to: { name: 'MFA_BACKUP_CODES_SCREEN', props: { isRenewal: true } } }),
    canceled: () => ({ stay: true }),
    failed: ({ error }) => errorFrom(methodsEntry, error),
    closed: () => ({ close: 'given-up' }),
  },
  MFA_ENROLLMENT_CODE_SCREEN: {
    enrolled: (enrolled) => ({ to: { name: 'MFA_ENROLLED_SCREEN', props: enrolled } }),
    ended,
    // The enrolment may have ended, so it is started again.
    failed: ({ error }, _facts, { entry }) => errorFrom(beforeCode(entry.props, true), error),
    back: (_, _facts, { entry }) => ({ to: beforeCode(entry.props, false) }),
  },
  MFA_ENROLLMENT_PASSKEY_SCREEN: {
    enrolled: (enrolled) => ({ to: { name: 'MFA_ENROLLED_SCREEN', props: enrolled } }),
    added: () => ({ stay: true }),
    failed: ({ error }) => errorFrom(enrollEntry('passkey', {}), error),
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

/** List of all methods, without the introduction. */
const methodsEntry: EntryOf<'MFA_ENROLLMENT_FLOW_SCREEN'> = {
  name: 'MFA_ENROLLMENT_FLOW_SCREEN',
  props: { isIntroduced: true },
};

interface VerifyPlace {
  readonly entry: { readonly props: VerifyProps };
  readonly request: ModalRequest;
}

/** Shows the success for a moment. A visit only for the verification reports its result at once. */
function verified(_: undefined, facts: FlowFacts, { entry, request }: VerifyPlace) {
  const result = { verified: true } as const;
  const done = isLoginVisit(request.intent)
    ? afterFactor(facts, entry.props.afterTerms)
    : ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result, tells: true } as const);
  return { done, afterMs: timings.nextStepMs };
}

/** Returns the entry of the screen that started the enrolment. @param hasEnded true if that enrolment has ended */
const beforeCode = ({ method, enrollment }: PropsOf<'MFA_ENROLLMENT_CODE_SCREEN'>, hasEnded: boolean) =>
  enrollEntry(method, { earlier: enrollment, ...(hasEnded ? { hasEnded } : {}) });

/**
 * Handles a proof that stands in for a factor and permits less. If it does not permit what was requested, the user
 * replaces the factor.
 */
function replaced(facts: FlowFacts, place: VerifyPlace, opensWallet: boolean) {
  const { purpose } = place.entry.props;
  const isMeant = purpose === 'change_factors' || (opensWallet && purpose === undefined);
  return isMeant ? verified(undefined, facts, place) : { to: methodsEntry };
}

/**
 * The screen itself shows why it accepts no more tries. `close.ts` decides whether the error is the visit's outcome.
 */
function ended({ error }: CodeExits['ended']) {
  return { stay: true, failure: error } as const;
}

function other(_: undefined, _facts: unknown, { entry }: Pick<VerifyPlace, 'entry'>) {
  return { to: { name: 'MFA_VERIFICATION_SCREEN', props: promptOf(entry.props) } } as const;
}

function lost(_: undefined, _facts: unknown, { entry }: Pick<VerifyPlace, 'entry'>) {
  return { to: lostEntry(entry.props) };
}
