import type { HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type {
  DataPoint,
  HistogramMetricData,
  MetricData,
  PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import type { MetricReading } from '../metrics/index.ts';

type Sdk = typeof import('@opentelemetry/sdk-metrics');
type Labels = MetricReading['values'][number]['labels'];
type Buckets = HistogramMetricData['dataPoints'][number]['value'];

/** Start and end of the time that a cumulative value covers. */
interface Span {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/**
 * Sends the metrics of this process once a minute, and a last time when the result is closed.
 *
 * @param options `read` returns the current values; `watch` reports failures of the exporter
 */
export async function exportMetrics(options: {
  endpoint: string;
  resource: Resource;
  read(): Promise<readonly MetricReading[]>;
  watch(exporter: PushMetricExporter): PushMetricExporter;
}): Promise<{ close(): Promise<void> }> {
  const { endpoint, read, resource, watch } = options;
  const [{ OTLPMetricExporter }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/sdk-metrics'),
  ]);
  const startTime = hrTimeNow();
  const scope = { name: 'latchkey' };
  const producer = {
    async collect() {
      const span = { startTime, endTime: hrTimeNow() };
      const metrics = (await read()).map((reading) => toMetric(sdk, reading, span));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
  const exporter = watch(new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }));
  const reader = new sdk.PeriodicExportingMetricReader({ exporter, metricProducers: [producer] });
  const provider = new sdk.MeterProvider({ resource, readers: [reader] });
  return { close: () => provider.shutdown() };
}

function hrTimeNow(): HrTime {
  const nowMs = Date.now();
  return [Math.floor(nowMs / 1000), (nowMs % 1000) * 1_000_000];
}

/** Converts a metric of Prometheus to OpenTelemetry's model. Its name stays, so that dashboards and rules fit both. */
function toMetric(sdk: Sdk, { help, name, type, values }: MetricReading, span: Span): MetricData {
  const shared = {
    descriptor: {
      name,
      description: help,
      unit: name.endsWith('_seconds') ? 's' : '',
      valueType: 1, // double
    },
    aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE,
  };
  if (type === 'histogram') {
    const dataPoints = toHistograms(values).map(({ labels, value }) => ({
      ...span,
      attributes: labels,
      value,
    }));
    return { ...shared, dataPointType: sdk.DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints: DataPoint<number>[] = values.map(({ labels, value }) => ({
    ...span,
    attributes: labels,
    value,
  }));
  return type === 'counter'
    ? { ...shared, dataPointType: sdk.DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...shared, dataPointType: sdk.DataPointType.GAUGE, dataPoints };
}

/**
 * Joins the series of a histogram by their labels. Prometheus counts every value up to a bucket's boundary,
 * OpenTelemetry only those above the one before.
 */
function toHistograms(values: MetricReading['values']): { labels: Labels; value: Buckets }[] {
  const found = new Map<string, { labels: Labels; counts: number[]; boundaries: number[]; sum: number }>();
  for (const { labels: all, metricName, value } of values) {
    const { le, ...labels } = all;
    const key = JSON.stringify(labels);
    const one = found.get(key) ?? { labels, counts: [], boundaries: [], sum: 0 };
    found.set(key, one);
    if (metricName?.endsWith('_sum')) one.sum = value;
    if (le === undefined) continue;
    one.counts.push(value);
    if (le !== '+Inf') one.boundaries.push(Number(le));
  }
  return [...found.values()].map(({ boundaries, counts, labels, sum }) => ({
    labels,
    value: {
      count: counts.at(-1) ?? 0,
      sum,
      buckets: { boundaries, counts: counts.map((upTo, index) => upTo - (counts[index - 1] ?? 0)) },
    },
  }));
}
