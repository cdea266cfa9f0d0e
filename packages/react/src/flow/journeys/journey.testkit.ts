import { ServiceError, type User } from '@latchkey/wire';
import { expect, vi } from 'vitest';
import type { ModalRequest, Outcome } from '../../request.ts';
import type { ExitsOf, Failed, PropsOf, ScreenName } from '../../screens/index.ts';
import { calm } from '../facts.testkit.ts';
import { createFlow, type Flow } from '../flow.ts';
import type { ActiveFlowState, ScreenExit } from '../state.ts';
import type { FlowMachine } from '../step-up/flowMachine.ts';
import type { FlowFacts } from '../transition.ts';

/** A person's way through the modal, over the real flow. The clock is the test's. */
export interface Journey {
  readonly flow: Flow;
  readonly outcome: Promise<Outcome>;
  logOuts: number;
  /** What is so around the modal from now on. */
  set(change: Partial<FlowFacts>): void;
  /** Says which screen is on, and with which data, as far as they are named. */
  at<N extends ScreenName>(screen: N, props?: Partial<PropsOf<N>>): PropsOf<N>;
  /** Leaves the screen that is on, which must be this one. */
  leave<N extends ScreenName, X extends keyof ExitsOf<N> & string>(
    screen: N,
    exit: X,
    ...payload: ExitsOf<N>[X] extends undefined ? [] : [ExitsOf<N>[X]]
  ): void;
  /** The steps that wait for a step-up. */
  waiting(): ScreenName[];
  /** Lets as much time go by as the next thing takes, to the millisecond. */
  after(ms: number): void;
  /** Says that the visit is over, and how it ended for the one who opened the modal. */
  ends(outcome: { result: object } | { code: string }): Promise<void>;
}

/** Ways of one kind, by what they show. */
export type Journeys = Readonly<Record<string, () => void | Promise<void>>>;

export const user = { id: 'did:privy:test' } as User;
export const change = { user, account: { type: 'guest', latestVerifiedAt: new Date(0) } } as const;
export const confirmation = { confirmed: true } as const;
export const error = new ServiceError('internal_error');
export const address = '0x52908400098527886E0F7030069857D2E4169EE7';
export const recipient = 'ada@host.example';

/** Every (screen, exit) that a walk took. */
export const walked = new Set<string>();

/** The successes that stayed before the modal closed, and for how long. */
export const stays = new Map<string, number>();

/** Opens the modal. Call `vi.useFakeTimers()` before. */
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
      // The exit that a captcha takes for the screen before it.
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
