import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: 'server' | 'client';
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface CollectedMetric {
  readonly service: string;
  readonly name: string;
  /** Labels and value of each point; of a histogram, the counts of its buckets. */
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, string | number>>;
    readonly value: number | readonly number[];
  }[];
}

/** Collector on loopback that accepts OTLP over HTTP with JSON. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly metrics: readonly CollectedMetric[];
  /** Everything that was sent to it: paths, headers and bodies. */
  received(): string;
  /** Number of requests, also of those that it leaves unanswered. */
  countRequests(): number;
  close(): Promise<void>;
}

interface OtlpAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: OtlpAttribute[];
  status?: { code?: number };
}
interface OtlpPoint {
  attributes: OtlpAttribute[];
  asDouble?: number;
  count?: number | string;
  bucketCounts?: (number | string)[];
}
interface OtlpBody {
  resourceMetrics?: {
    resource: { attributes: OtlpAttribute[] };
    scopeMetrics: {
      metrics: (Record<'sum' | 'gauge' | 'histogram', { dataPoints: OtlpPoint[] }> & { name: string })[];
    }[];
  }[];
  resourceSpans?: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

const toAttributes = (list: OtlpAttribute[]) =>
  Object.fromEntries(
    list.map(({ key, value: { intValue, stringValue } }) => [key, stringValue ?? Number(intValue)]),
  );

/** @param options `isSilent`: takes requests and never answers */
export async function startCollector({ isSilent = false } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const metrics: CollectedMetric[] = [];
  let text = '';
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    text += `${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}\n`;
    const { resourceMetrics = [], resourceSpans = [] } = JSON.parse(body) as OtlpBody;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(toAttributes(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const { traceId, spanId, parentSpanId = '', name } = span;
        const kind = span.kind === 2 ? 'server' : 'client';
        const attributes = toAttributes(span.attributes);
        const hasFailed = span.status?.code === 2;
        spans.push({ service, traceId, spanId, parentSpanId, name, kind, hasFailed, attributes });
      }
    }
    for (const { resource, scopeMetrics } of resourceMetrics) {
      const service = String(toAttributes(resource.attributes)['service.name']);
      for (const { gauge, histogram, name, sum } of scopeMetrics.flatMap((scope) => scope.metrics)) {
        const { dataPoints } = sum ?? gauge ?? histogram;
        const points = dataPoints.map(({ asDouble = 0, attributes, bucketCounts }) => ({
          attributes: toAttributes(attributes),
          value: bucketCounts?.map(Number) ?? asDouble,
        }));
        metrics.push({ service, name, points });
      }
    }
    if (!isSilent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    received: () => text,
    countRequests: () => requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
