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

/** A way that a person goes first, before the step that was refused is tried again. */
export interface StepUp {
  /**
   * Where it begins.
   * @param failed null where it comes before the step
   * @param interrupted the step, as it is tried again
   * @param request on whose way the step is
   * @returns null where the refusal is not one that it helps with: then it stands
   */
  enter(failed: FailedStep | null, interrupted: Entry, facts: FlowFacts, request: ModalRequest): Entry | null;
  /** Returns true for an entry that belongs to the step-up. If it fails, its own transition applies. */
  has(entry: Entry): boolean;
  /** Returns true if the step would be refused: the step-up then comes before it. @default never */
  isDueBefore?(entry: Entry, facts: FlowFacts): boolean;
  /** Whether it makes the call that was refused by itself, so that the step goes on behind it. @default false */
  readonly makesCall?: true;
}

/** What any screen that failed left with. */
export type FailedStep = Failed<unknown, Record<string, unknown>>;

export type StepUps = { readonly [K in StepUpKind]: StepUp };

/**
 * The table of step-ups: one row for every kind there is. Screens know nothing of it: they fail, and are tried again. Which
 * refusal is of which kind stands in core, where operations without a modal read it too.
 */
export const stepUps = {
  captcha: {
    enter(failed) {
      // A token that the service refused is told: nothing that the person does here makes the same one good (ERR-03).
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
  // Its end is that of the link: nothing is tried again.
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
    // With the frame up a request can be read at once; only its confirm button waits (SIGN-03).
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

/** The account that a link was refused for, and how it was linked. */
function transferOf(refusal: ServiceError | undefined, linking: Entry): AccountTransfer | null {
  const offer = findTransferOffer(refusal);
  return (
    (offer && flowAccountTypes.map((kind) => kind.transferOf?.(offer, linking)).find((one) => one)) ?? null
  );
}

/** Which wallet a step is about; undefined the user's embedded one. */
function walletOf({ props }: Entry): string | undefined {
  if ('request' in props) return props.request.address;
  if ('task' in props && props.task.act === 'set') return props.task.wallet.address;
  return 'address' in props ? props.address : undefined;
}

/** Connecting, and what recovers a wallet that the device does not hold. */
function isUnlocking(entry: Entry): boolean {
  switch (entry.name) {
    case 'EMBEDDED_WALLET_CONNECTING_SCREEN':
    case 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN':
      return true;
    default:
      return entry.name === 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN' && entry.props.task.act === 'recover';
  }
}
