import type { Failures, Implementation, Incoming } from './http/index.ts';
import type { Job } from './jobs.ts';

/** Who asks for a page. */
export interface PageCaller {
  /** The client's network: an IPv4 address or an IPv6 /64, by the trusted-proxy setting. */
  readonly network: string;
  /** Whether its calls count: in development everybody is this machine. */
  readonly isCounted: boolean;
}

/** What a room brings to the service. Each brings what it has; the service asks no room for more by name. */
export interface Feature {
  readonly routes?: readonly Implementation[];
  /** Answers what is asked outside the routes, by any verb; null for what is not the room's. */
  pages?(request: Incoming, failures: Failures, caller: PageCaller): Promise<Response | null>;
  /** What a process does beside its requests. */
  readonly jobs?: readonly Job[];
  /** Deletes what has expired; one of the jobs of the service, together with that of every other room. */
  sweep?(): Promise<unknown>;
  /** Resolves when what requests began is done. */
  idle?(): Promise<void>;
}

/** What all rooms bring, as one. */
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

    /** A room that fails keeps no other from deleting what is due. @throws the first failure, at the end */
    async sweep(): Promise<void> {
      const failures: unknown[] = [];
      for (const feature of features) await feature.sweep?.().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
