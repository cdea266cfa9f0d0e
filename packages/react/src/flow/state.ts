import type { ErrorCode, ServiceError } from '@latchkey/wire';
import type { ModalRequest, ModalResult } from '../request.ts';
import type { Entry } from '../screens/index.ts';

export type { Entry, EntryOf, ScreenExit } from '../screens/index.ts';

/** A step that a step-up interrupted. */
export interface Interrupted {
  /** The step, as it is tried again. */
  readonly again: Entry;
  /** Where anyone is who goes back instead; null outside. */
  readonly back: Entry | null;
  /** The refusals that a step-up was taken for since the step began, the last one included. */
  readonly passed: readonly ErrorCode[];
}

/**
 * One visit to the modal.
 *
 * `idle` nothing is asked. `opening` a screen is set, the dialog is not open yet (15 ms). `open` the dialog shows.
 * `closing` the outcome is told, the dialog fades; what it shows stays until it is cleared (200 ms).
 */
export type FlowState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'opening' | 'open' | 'closing';
      readonly request: ModalRequest;
      readonly entry: Entry;
      /** What was asked for, once there is one. A close after that is a success. */
      readonly result: ModalResult | null;
      /**
       * What was asked for, still on its way and no longer to be stopped. A visit that closes on the screen that promised it
       * ends as it does.
       */
      readonly deferred: Promise<ModalResult> | null;
      /** The failure that the person saw last, cleared by the next success. */
      readonly failure: ServiceError | null;
      /** The steps that wait for a step-up, the one that was interrupted last at the end. */
      readonly waiting: readonly Interrupted[];
      /** The refusals that the step which is on has taken a step-up for already: none is taken twice in a row. */
      readonly passed: readonly ErrorCode[];
    };

/** The state of a visit that is under way. */
export type ActiveFlowState = Exclude<FlowState, { phase: 'idle' }>;

export const idle: FlowState = { phase: 'idle' };
