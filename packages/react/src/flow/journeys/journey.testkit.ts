import { ServiceError, type User } from '@latchkey/wire';
import { expect, vi } from 'vitest';
import type { ModalRequest, Outcome } from '../../request.ts';
import type { ExitsOf, Failed, PropsOf, ScreenName } from '../../screens/index.ts';
import { calm } from '../facts.testkit.ts';
import { createFlow, type Flow } from '../flow.ts';
import type { ActiveFlowState, ScreenExit } from '../state.ts';
import type { FlowMachine } from '../step-up/flowMachine.ts';
import type { FlowFacts } from '../transition.ts';

/** Journey of a user through the real flow. */
export interface Journey {
  readonly flow: Flow;
  readonly outcome: Promise<Outcome>;
  logOuts: number;
  set(change: Partial<FlowFacts>): void;
  /** Asserts the current screen and, if given, its props. */
  at<N extends ScreenName>(screen: N, props?: Partial<PropsOf<N>>): PropsOf<N>;
  /** Leaves the current screen. Fails if it is not the given screen. */
  leave<N extends ScreenName, X extends keyof ExitsOf<N> & string>(
    screen: N,
    exit: X,
    ...payload: ExitsOf<N>[X] extends undefined ? [] : [ExitsOf<N>[X]]
  ): void;
  /** Returns the screens whose steps wait for a step-up. */
  waiting(): ScreenName[];
  /** Advances the clock by the exact time, in ms, that the next change takes. */
  after(ms: number): void;
  /** Asserts that the visit is over, and its outcome for the caller. */
  ends(outcome: { result: object } | { code: string }): Promise<void>;
}

/** Journeys of one group, keyed by test title. */
export type Journeys = Readonly<Record<string, () => void | Promise<void>>>;

export const user = { id: 'did:privy:test' } as User;
export const change = { user, account: { type: 'guest', latestVerifiedAt: new Date(0) } } as const;
export const confirmation = { confirmed: true } as const;
export const error = new ServiceError('internal_error');
export const address = '0x52908400098527886E0F7030069857D2E4169EE7';
export const recipient = 'ada@host.example';

/** Screens and exits that journeys took. */
export const walked = new Set<string>();

/** Time in ms from an exit to the close of the modal, keyed by screen and exit. */
export const stays = new Map<string, number>();

/** Opens the modal. Needs `vi.useFakeTimers()`. */
export function beginJourney(
  request: ModalRequest,
  change: Partial<FlowFacts> = {},
  flowMachine?: FlowMachine,
): Journey {
  let facts: FlowFacts = { ...calm, ...change };
  let lastExit = '';
  let heldExit = '';
  const flow = createFlow({
    getFacts: () => facts,
    leave: () => {},
    logOut() {
      journey.logOuts += 1;
    },
    ...(flowMachine ? { flowMachine } : {}),
  });
  const visit = () => flow.getState() as ActiveFlowState;
  const journey: Journey = {
    flow,
    outcome: flow.open(request),
    logOuts: 0,
    set(changed) {
      facts = { ...facts, ...changed };
    },
    at(screen, props = {}) {
      const { entry } = visit();
      expect(entry).toMatchObject({ name: screen, props });
      return entry.props as never;
    },
    leave(screen, exit, ...[payload]) {
      expect(visit().entry.name).toBe(screen);
      lastExit = `${screen} ${exit}`;
      walked.add(lastExit);
      // After a passed captcha, the flow takes the exit that the screen before it requested.
      if (lastExit === 'CAPTCHA_SCREEN passed' && heldExit !== '') walked.add(heldExit);
      const { held } = (payload ?? {}) as Failed<unknown, Record<string, unknown>>;
      if (held) heldExit = `${screen} ${held.exit}`;
      flow.leave(visit().entry, { screen, exit, payload } as unknown as ScreenExit);
    },
    waiting: () => visit().waiting.map(({ again }) => again.name),
    after(ms) {
      const { entry, phase } = visit();
      const isAsBefore = () => visit().entry === entry && visit().phase === phase;
      vi.advanceTimersByTime(ms - 1);
      expect(isAsBefore()).toBe(true);
      vi.advanceTimersByTime(1);
      expect(isAsBefore()).toBe(false);
      if (visit().phase === 'closing') stays.set(lastExit, ms);
    },
    async ends(outcome) {
      expect(visit().phase).toBe('closing');
      const expected =
        'code' in outcome ? { ok: false, error: { code: outcome.code } } : { ok: true, ...outcome };
      expect(await journey.outcome).toMatchObject(expected);
    },
  };
  vi.advanceTimersByTime(15);
  return journey;
}
