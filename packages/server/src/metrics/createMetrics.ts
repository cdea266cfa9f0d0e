import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Workers } from '../workers/index.ts';
import { type LabelsOf, metricTable, type NameOf } from './table.ts';

/** Metrics of the service. Each service has its own registry, so two in one process do not mix. */
export interface Metrics {
  count<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  time<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /** Registers a source that is read whenever the metrics are. If it fails, only its metric is left out. */
  read<Name extends NameOf<'gauge' | 'counter'>>(name: Name, read: Read<Name>): void;
  /**
   * Returns the metrics of all workers that answer in time, each series with its worker's number; of a process alone,
   * without one.
   */
  text(): Promise<string>;
  /** Returns the metrics of this process alone. */
  readOwn(): Promise<readonly MetricReading[]>;
  readonly contentType: string;
}

/** Current values of a metric of this process, as the library for Prometheus returns them. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string | number>>;
    readonly value: number;
    /** Series of a histogram, such as `…_sum`. */
    readonly metricName?: string;
  }[];
}

type Reading<Name extends NameOf<'gauge' | 'counter'>> = readonly (readonly [LabelsOf<Name>, number])[];
type Read<Name extends NameOf<'gauge' | 'counter'>> = () => Promise<Reading<Name>> | Reading<Name>;

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(workers: Pick<Workers, 'joinMetrics' | 'number'>): Metrics {
  const registry = new Registry();
  if (workers.number !== null) registry.setDefaultLabels({ worker: String(workers.number) });
  const reads: (() => Promise<void>)[] = [];
  const made = (Object.keys(metricTable) as (keyof typeof metricTable)[]).map((name) => {
    const { help, labels, type } = metricTable[name];
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'histogram') return new Histogram({ ...options, buckets: durationBuckets });
    return type === 'counter' ? new Counter(options) : new Gauge(options);
  });
  const byName = new Map(made.map((metric, at) => [Object.keys(metricTable)[at] ?? '', metric]));

  /** Caches children by label values, because looking them up costs more than counting. There are few label values. */
  const children = new Map<string, { inc(by?: number): void; observe(value: number): void }>();
  function child(name: string, labels: Readonly<Record<string, string>>) {
    const key = [name, ...Object.values(labels)].join(' ');
    const known = children.get(key) ?? byName.get(name)?.labels(labels);
    children.set(key, known as never);
    return known as { inc(by?: number): void; observe(value: number): void };
  }

  async function readOwn() {
    await Promise.all(reads.map((read) => read()));
    return registry.getMetricsAsJSON();
  }
  const readAll = workers.joinMetrics(readOwn);

  return {
    count: (name, labels, by) => child(name, labels).inc(by),
    time: (name, labels, seconds) => child(name, labels).observe(seconds),
    read(name, read) {
      const metric = byName.get(name) as Counter | Gauge;
      reads.push(async () => {
        const reading = await Promise.resolve()
          .then(read)
          .catch(() => null);
        metric.reset();
        // A metric without labels would otherwise report 0, which would be wrong.
        if (reading === null && metricTable[name].labels.length === 0) metric.remove();
        for (const [labels, value] of reading ?? []) metric.inc(labels, value);
      });
    },
    text: async () => AggregatorRegistry.aggregate([...(await readAll())]).metrics(),
    readOwn: async () => (await readOwn()) as unknown as readonly MetricReading[],
    contentType: registry.contentType,
  };
}
