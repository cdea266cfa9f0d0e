import type { Failures, Implementation, Incoming } from './http/index.ts';
import type { Job } from './jobs.ts';

/** The caller of a page. */
export interface PageCaller {
  /** The client's network: an IPv4 address or an IPv6 /64, by the trusted-proxy setting. */
  readonly network: string;
  /** True if its calls count towards rate limits. In development every caller is this machine. */
  readonly isCounted: boolean;
}

/** The parts that a module adds to the service. The service reads nothing else of a module by its name. */
export interface Feature {
  readonly routes?: readonly Implementation[];
  /** Answers requests outside the routes, by any HTTP method; null if the path is not the module's. */
  pages?(request: Incoming, failures: Failures, caller: PageCaller): Promise<Response | null>;
  /** Work of a process beside its requests. */
  readonly jobs?: readonly Job[];
  /** Deletes expired rows, in one job of the service together with the sweeps of the other modules. */
  sweep?(): Promise<unknown>;
  /** Resolves when the work that requests started is done. */
  idle?(): Promise<void>;
}

/** Joins the parts of all modules. */
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

    /** Runs every sweep, also after one that fails. @throws the first failure, at the end */
    async sweep(): Promise<void> {
      const failures: unknown[] = [];
      for (const feature of features) await feature.sweep?.().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
