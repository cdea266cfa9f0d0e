import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type LabelsOf, metricTable, type NameOf } from './table.ts';

/** What the service counts; one registry per service, so that two in one process do not mix. */
export interface Metrics {
  /** Counts something that happened. */
  count<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  /** Notes how long something took. */
  time<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /**
   * Says who knows a number that is asked for at each reading. Where the asking fails the number is left out: a reading
   * of the rest is worth more than none.
   */
  read<Name extends NameOf<'gauge' | 'counter'>>(name: Name, read: Read<Name>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

type Reading<Name extends NameOf<'gauge' | 'counter'>> = readonly (readonly [LabelsOf<Name>, number])[];
type Read<Name extends NameOf<'gauge' | 'counter'>> = () => Promise<Reading<Name>> | Reading<Name>;

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Makes the metrics of one service, none of them counted yet. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const reads: (() => Promise<void>)[] = [];
  const made = (Object.keys(metricTable) as (keyof typeof metricTable)[]).map((name) => {
    const { help, labels, type } = metricTable[name];
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'histogram') return new Histogram({ ...options, buckets: durationBuckets });
    return type === 'counter' ? new Counter(options) : new Gauge(options);
  });
  const byName = new Map(made.map((metric, at) => [Object.keys(metricTable)[at] ?? '', metric]));

  /** Finding a child by its labels costs more than counting does; label values are few. */
  const children = new Map<string, { inc(by?: number): void; observe(value: number): void }>();
  function child(name: string, labels: Readonly<Record<string, string>>) {
    const key = [name, ...Object.values(labels)].join(' ');
    const known = children.get(key) ?? byName.get(name)?.labels(labels);
    children.set(key, known as never);
    return known as { inc(by?: number): void; observe(value: number): void };
  }

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
        // One without labels is 0 from then on, which would be a lie.
        if (reading === null && metricTable[name].labels.length === 0) metric.remove();
        for (const [labels, value] of reading ?? []) metric.inc(labels, value);
      });
    },
    async text() {
      await Promise.all(reads.map((read) => read()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
