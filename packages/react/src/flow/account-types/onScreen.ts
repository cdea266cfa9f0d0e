import type { AccountChange, AccountTransfer, Confirmation } from '@latchkey/core';
import type { ConfirmationAct } from '@latchkey/wire';
import type { LoginResult, ModalRequest } from '../../request.ts';
import type { Failed, PropsOf, ScreenName } from '../../screens/index.ts';
import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { isFinalRefusal, loginErrorFrom } from '../loginErrors.ts';
import type { EntryOf } from '../state.ts';
import { confirmEntry, isSignupOff, landing } from '../steps.ts';
import type { FlowFacts } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';

/** Props of a screen on which users prove who they are. */
export interface ProofProps {
  readonly act: 'confirm' | 'link' | 'login';
  readonly confirms?: ConfirmationAct;
  /** True to admit only existing users. */
  readonly disableSignup?: boolean;
}

/** Screen whose props include `ProofProps`. */
type ProofScreen = {
  [Name in ScreenName]: PropsOf<Name> extends ProofProps ? Name : never;
}[ScreenName];
/** Screen that needs only `ProofProps`. */
type PlainProofScreen = {
  [Name in ProofScreen]: ProofProps extends PropsOf<Name> ? Name : never;
}[ProofScreen];
/** Method whose accounts can be moved with the offer and no further data. */
type PlainMethod = {
  [Name in AccountTransfer['method']]: {
    readonly offer: AccountTransfer['offer'];
    readonly method: Name;
  } extends AccountTransfer
    ? Name
    : never;
}[AccountTransfer['method']];

export interface ProofPlace {
  readonly entry: EntryOf<ProofScreen>;
  readonly request: ModalRequest;
}

export const proofTransitions = {
  verified: (login: LoginResult, facts: FlowFacts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
  linked: (result: AccountChange) =>
    ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }) as const,
  confirmed: (result: Confirmation) => ({ done: { close: 'finished', result } }) as const,
  // The screen itself shows all errors except the final refusal of a login.
  failed: ({ error }: Pick<Failed, 'error'>, facts: FlowFacts, { entry }: ProofPlace) =>
    entry.props.act === 'login' && isFinalRefusal(error, facts)
      ? loginErrorFrom(entry, error, facts)
      : ({ stay: true } as const),
  back: (_: undefined, _facts: FlowFacts, { entry: { props }, request }: ProofPlace) => ({
    to: props.act === 'confirm' ? confirmEntry(props.confirms) : landing(request, {}),
  }),
};

const proofEntry = <Name extends PlainProofScreen>(name: Name, props: ProofProps) =>
  ({ name, props }) as const satisfies { name: PlainProofScreen; props: ProofProps };

export const loginOn =
  <Name extends PlainProofScreen>(screen: Name) =>
  (_: undefined, _facts: FlowFacts, { request }: { readonly request: ModalRequest }) => ({
    to: proofEntry(screen, { act: 'login', ...(isSignupOff(request) ? { disableSignup: true } : {}) }),
  });

/** Creates the flow of an account type that links accounts and confirms logins on one screen. */
export function flowOnScreen<Name extends PlainProofScreen, Method extends PlainMethod>(
  method: Method,
  screen: Name,
) {
  return {
    link: () => proofEntry(screen, { act: 'link' }),
    confirm: (props) => proofEntry(screen, { ...props, act: 'confirm' }),
    transferOf: (offer, { name }) => (name === screen ? { offer, method } : null),
  } as const satisfies AccountTypeFlow;
}
