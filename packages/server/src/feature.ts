import type { Failures, Implementation, Incoming } from './http/index.ts';
import type { Job } from './jobs.ts';

export interface PageCaller {
  /** The client's network: an IPv4 address or an IPv6 /64. LATCHKEY_TRUSTED_PROXIES decides which address counts. */
  readonly network: string;
  /**
   * True if its calls count towards rate limits. False only for calls from this machine to a development service
   * without a tunnel.
   */
  readonly isCounted: boolean;
}

/** Parts that a module adds to the service. {@link joinFeatures} joins those of all modules. */
export interface Feature {
  readonly routes?: readonly Implementation[];
  /** Answers requests outside the routes, by any HTTP method but OPTIONS; null if the path is not the module's. */
  pages?(request: Incoming, failures: Failures, caller: PageCaller): Promise<Response | null>;
  readonly jobs?: readonly Job[];
  /** Deletes expired rows and finishes work that was left, such as unsent notices. One job runs all modules' sweeps. */
  sweep?(): Promise<unknown>;
  /** Resolves when all work that requests started is done. */
  idle?(): Promise<void>;
}

export function joinFeatures(features: readonly Feature[]) {
  return {
    implementations: features.flatMap(({ routes = [] }) => routes),
    jobs: features.flatMap(({ jobs = [] }) => jobs),

    async pages(request: Incoming, failures: Failures, caller: PageCaller): Promise<Response | null> {
      for (const feature of features) {
        const page = await feature.pages?.(request, failures, caller);
        if (page) return page;
      }
      return null;
    },

    async idle(): Promise<void> {
      await Promise.all(features.map((feature) => feature.idle?.()));
    },

    /** Runs every sweep, even after one fails. @throws the first failure, at the end */
    async sweep(): Promise<void> {
      const failures: unknown[] = [];
      for (const feature of features) await feature.sweep?.().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
