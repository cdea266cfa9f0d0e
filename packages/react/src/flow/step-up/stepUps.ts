import { type AccountTransfer, type StepUpKind, toConfirmationAct } from '@latchkey/core';
import { findTransferOffer, type ServiceError } from '@latchkey/wire';
import type { ModalRequest } from '../../request.ts';
import type { Failed } from '../../screens/index.ts';
import { flowAccountTypes } from '../account-types/index.ts';
import { connectingEntry } from '../recoveryEntries.ts';
import type { Entry } from '../state.ts';
import { confirmEntry } from '../steps.ts';
import type { FlowFacts } from '../transition.ts';
import { isVerifying, verifyEntryOf } from '../verifyEntries.ts';

/** Step-up: screens after which a step that was refused, or would be, can continue. */
export interface StepUp {
  /**
   * Returns the first screen of the step-up.
   * @param failed null if the step-up comes before the step
   * @param interrupted the step with the props for the next try
   * @param request the request to which the step belongs
   * @returns null if the step-up does not help with this error, which is then handled as a failure
   */
  enter(failed: FailedStep | null, interrupted: Entry, facts: FlowFacts, request: ModalRequest): Entry | null;
  /**
   * Returns true for an entry of the step-up. If it fails with an error for this step-up, its own transition applies.
   */
  has(entry: Entry): boolean;
  /** Returns true if the step-up comes before the step, which would otherwise be refused or wait. @default never */
  isDueBefore?(entry: Entry, facts: FlowFacts): boolean;
  /** True if the step-up makes the refused call itself, so the step continues after that call. @default false */
  readonly makesCall?: true;
}

export type FailedStep = Failed<unknown, Record<string, unknown>>;

export type StepUps = { readonly [K in StepUpKind]: StepUp };

/** Table of step-ups, one row for each kind. Core decides which error needs which kind. */
export const stepUps = {
  captcha: {
    enter(failed) {
      // A token that the service refused is an error (ERR-03).
      if (failed && failed.error.details?.reason !== 'not_passed') return null;
      return {
        name: 'CAPTCHA_SCREEN',
        props: { start: failed?.held?.call ?? (() => Promise.resolve()) },
      };
    },
    has: ({ name }) => name === 'CAPTCHA_SCREEN',
    isDueBefore: (entry, { captchaPending }) => captchaPending && spendsToken(entry),
    makesCall: true,
  },
  'confirm-login': {
    enter: (failed) => confirmEntry(toConfirmationAct(failed?.error)),
    has: ({ name, props }) => name === 'CONFIRM_LOGIN_SCREEN' || ('act' in props && props.act === 'confirm'),
  },
  // Moving the account also links it, so the refused step is not tried again.
  'move-account': {
    enter(failed, interrupted) {
      const transfer = transferOf(failed?.error, interrupted);
      return transfer && { name: 'LINK_CONFLICT_SCREEN', props: { transfer } };
    },
    has: ({ name }) => name === 'LINK_CONFLICT_SCREEN',
  },
  'unlock-wallet': {
    enter: (_, interrupted) => connectingEntry(walletOf(interrupted)),
    has: isUnlocking,
    // If the frame is loaded or loading, a request can be read at once; only its confirm button waits (SIGN-03).
    isDueBefore: ({ name }, { walletFrameUp }) =>
      name === 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN' && !walletFrameUp,
  },
  'verify-factor': {
    enter: (failed, _interrupted, { promptsForFactors }, request) =>
      promptsForFactors ? verifyEntryOf(failed?.error, request) : null,
    has: isVerifying,
  },
} as const satisfies StepUps;

const spendsToken = (entry: Entry) => flowAccountTypes.some((kind) => kind.spendsToken?.(entry));

/** Returns the account that could not be linked but can be moved, with its method; null if it cannot be moved. */
function transferOf(refusal: ServiceError | undefined, linking: Entry): AccountTransfer | null {
  const offer = findTransferOffer(refusal);
  return (
    (offer && flowAccountTypes.map((kind) => kind.transferOf?.(offer, linking)).find((one) => one)) ?? null
  );
}

/** Returns the address of the wallet to unlock; undefined means the user's Ethereum wallet. */
function walletOf({ props }: Entry): string | undefined {
  if ('request' in props) return props.request.address;
  if ('task' in props && props.task.act === 'set') return props.task.wallet.address;
  return 'address' in props ? props.address : undefined;
}

function isUnlocking(entry: Entry): boolean {
  switch (entry.name) {
    case 'EMBEDDED_WALLET_CONNECTING_SCREEN':
    case 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN':
      return true;
    default:
      return entry.name === 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN' && entry.props.task.act === 'recover';
  }
}
