import type { ErrorCode, ServiceError } from '@latchkey/wire';
import type { ModalRequest, ModalResult } from '../request.ts';
import type { Entry } from '../screens/index.ts';

export type { Entry, EntryOf, ScreenExit } from '../screens/index.ts';

/** Step that a step-up interrupted. */
export interface Interrupted {
  readonly again: Entry;
  /** Screen for a user who goes back instead; null to close the modal. */
  readonly back: Entry | null;
  /** Errors for which a step-up was taken since the step began, including the last one. */
  readonly passed: readonly ErrorCode[];
}

/**
 * State of a visit to the modal.
 *
 * `idle`: there is no request. `opening`: a screen is set, but the dialog is not open yet (15 ms). `open`: the dialog
 * is shown. `closing`: the outcome is reported and the dialog fades; its contents are cleared after 200 ms.
 */
export type FlowState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'opening' | 'open' | 'closing';
      readonly request: ModalRequest;
      readonly entry: Entry;
      /** Result of the request; null until there is one. */
      readonly result: ModalResult | null;
      /**
       * Result of an operation in progress that cannot be stopped. If the visit closes on the screen that started the
       * operation, this is the visit's outcome.
       */
      readonly deferred: Promise<ModalResult> | null;
      /** Last failure; cleared when there is a result. */
      readonly failure: ServiceError | null;
      /** Steps that wait for a step-up, the last interrupted one at the end. */
      readonly waiting: readonly Interrupted[];
      /** Errors for which the current step has already taken a step-up. The same error then counts as a failure. */
      readonly passed: readonly ErrorCode[];
    };

export type ActiveFlowState = Exclude<FlowState, { phase: 'idle' }>;

export const idle: FlowState = { phase: 'idle' };
