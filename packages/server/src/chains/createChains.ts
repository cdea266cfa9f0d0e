import { type ChainAnswer, type ChainQuestion, rateLimits } from '@latchkey/wire';
import { callNode, type NodeQuestion } from '../ethereum/index.ts';
import { createCap } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import { answerQuestion, toUnknown } from './answerQuestion.ts';
import { toQuantity } from './readings.ts';

export interface Chains {
  /**
   * Answers questions by the operator's node of a chain. What no node said is null: of every question where there is no
   * node, where it is of another chain than it should be, and where too much is asked at once.
   *
   * @throws ServiceError `too_many_requests`
   */
  read(session: Session, chainId: number, questions: readonly ChainQuestion[]): Promise<ChainAnswer[]>;
}

/** A person reads the page meanwhile; what comes later is of no use to them. */
const longestMs = 3_000;
/** Reads that wait for nodes at a time. Threat: one caller, or a slow node, that uses up this process's connections. */
const mostAtOnce = { session: 4, process: 64 } as const;

/** Makes the chains room. */
export function createChains(
  world: Pick<World, 'clock' | 'config' | 'fetch' | 'log' | 'random' | 'signalAfter'>,
): Chains {
  const take = createCap(world.clock, rateLimits['frame.readChain'].sessionInProcess);
  const crowd = createCrowd();

  /** Asks everything at once, and the node's chain beside it; one node that is silent is one line of the log. */
  async function request(url: string, chainId: number, questions: readonly ChainQuestion[]) {
    const signal = world.signalAfter(longestMs);
    const silent: object[] = [];
    const requestOne = async (question: Pick<NodeQuestion, 'method' | 'params' | 'maxBytes'>) => {
      const answer = await callNode(world, url, { ...question, signal });
      if (answer.kind === 'silent') silent.push(answer.reason);
      return answer;
    };
    const [named, ...answers] = await Promise.all([
      requestOne({ method: 'eth_chainId', params: [], maxBytes: 1024 }),
      ...questions.map((question) => answerQuestion(question, requestOne)),
    ]);
    // Threat: an address that leads to another chain by mistake, where the same contract is another one.
    const isOfChain = toQuantity(named) === BigInt(chainId);
    const [reason = isOfChain ? null : 'it is of another chain'] = silent;
    if (reason) world.log.warn({ chain_id: chainId, reason }, 'a node does not answer as it should');
    return isOfChain ? answers : questions.map(toUnknown);
  }

  return {
    async read({ appId, sessionId }, chainId, questions) {
      const key = `${appId} ${sessionId}`;
      take(key);
      const url = world.config.chainNodes.get(chainId);
      if (url === undefined || !crowd.enter(key)) return questions.map(toUnknown);
      return request(url, chainId, questions).finally(() => crowd.leave(key));
    },
  };
}

/** Counts who waits, by key and in all. */
function createCrowd() {
  const waiting = new Map<string, number>();
  let all = 0;
  return {
    /** @returns whether there was room */
    enter(key: string): boolean {
      const own = waiting.get(key) ?? 0;
      if (own >= mostAtOnce.session || all >= mostAtOnce.process) return false;
      waiting.set(key, own + 1);
      all += 1;
      return true;
    },
    leave(key: string): void {
      const own = (waiting.get(key) ?? 1) - 1;
      if (own === 0) waiting.delete(key);
      else waiting.set(key, own);
      all -= 1;
    },
  };
}
