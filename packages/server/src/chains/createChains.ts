import type { ChainAnswer, ChainQuestion } from '@latchkey/wire';
import { callNode, type NodeQuestion } from '../ethereum/index.ts';
import { createSessionCap } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import { answerQuestion, toUnknown } from './answerQuestion.ts';
import { toQuantity } from './readings.ts';

export interface Chains {
  /**
   * Answers questions with the operator's node of a chain. An answer that the node does not give is null. All answers
   * are null if the chain has no node, if the node is of another chain or does not give its chain id, or if too many
   * reads are waiting.
   *
   * @throws ServiceError `too_many_requests`
   */
  read(session: Session, chainId: number, questions: readonly ChainQuestion[]): Promise<ChainAnswer[]>;
}

const longestMs = 3_000;
/**
 * Most reads that wait for nodes, per session and per process. One caller or a slow node could otherwise use up the
 * connections of this process.
 */
const mostAtOnce = { session: 4, process: 64 } as const;

export function createChains(
  world: Pick<World, 'clock' | 'config' | 'fetch' | 'log' | 'random' | 'signalAfter' | 'workers'>,
): Chains {
  const take = createSessionCap(world, 'frame.readChain');
  const crowd = createCrowd();

  /**
   * Sends all questions at once, and a request for the node's chain id. Logs one line if the node does not answer or is
   * of another chain.
   */
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
    // The operator may configure a node of another chain by mistake. Its answers are dropped, because the same
    // address is another contract there.
    const isOfChain = toQuantity(named) === BigInt(chainId);
    const [reason = isOfChain ? null : 'it is of another chain'] = silent;
    if (reason) world.log.warn({ chain_id: chainId, reason }, 'a node does not answer as it should');
    return isOfChain ? answers : questions.map(toUnknown);
  }

  return {
    async read(session, chainId, questions) {
      take(session);
      const key = `${session.appId} ${session.sessionId}`;
      const url = world.config.chainNodes.get(chainId);
      if (url === undefined || !crowd.enter(key)) return questions.map(toUnknown);
      return request(url, chainId, questions).finally(() => crowd.leave(key));
    },
  };
}

function createCrowd() {
  const waiting = new Map<string, number>();
  let all = 0;
  return {
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
