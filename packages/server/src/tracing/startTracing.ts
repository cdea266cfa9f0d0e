import type { Span } from '@opentelemetry/api';
import { describeError } from '../http/index.ts';
import type { World } from '../world.ts';
import { currentSpan } from './currentSpan.ts';
import { exportMetrics } from './exportMetrics.ts';
import type { RunningSpan, Tracing } from './tracing.ts';

/** Longest time in which a stop waits for the collector, in ms. */
const longestFlushMs = 2_000;

/**
 * Starts to record traces, if a collector is configured. Loads OpenTelemetry only then, so a service without a
 * collector has none of its code in memory. OpenTelemetry's own variables, which its SDK reads, set the sampling,
 * the batches and the headers.
 *
 * @param options `endpoint` root of the collector (OTLP over HTTP, JSON), or null for no traces; `serviceName` is the
 *   default of OTEL_SERVICE_NAME
 */
export async function startTracing({
  endpoint,
  log,
  serviceName,
}: {
  endpoint: string | null;
  log: World['log'];
  serviceName: string;
}): Promise<Tracing | null> {
  if (endpoint === null) return null;
  const [api, core, { OTLPTraceExporter }, sdk, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const { envDetector, serviceInstanceIdDetector } = resources;
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': serviceName }))
    .merge(resources.detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const provider = new sdk.BasicTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(reportFailures(exporter, { log, what: 'traces' }))],
  });
  let metrics: { close(): Promise<void> } | null = null;
  const tracer = provider.getTracer('latchkey');
  const propagator = new core.W3CTraceContextPropagator();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

  function contextOf(caller: string | null) {
    const parent = currentSpan.getStore();
    if (parent) return trace.setSpan(ROOT_CONTEXT, parent);
    if (caller === null) return ROOT_CONTEXT;
    return propagator.extract(ROOT_CONTEXT, { traceparent: caller }, api.defaultTextMapGetter);
  }
  const toRunning = (span: Span): RunningSpan => ({
    set: (facts) => void span.setAttributes(facts),
    fail(reason) {
      if (reason !== undefined) span.setAttribute('error.type', reason);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  });

  return {
    async run({ name, kind, facts = {}, caller = null }, work) {
      const options = { kind: kinds[kind], attributes: facts };
      const span = tracer.startSpan(name, options, contextOf(caller));
      const running = toRunning(span);
      try {
        return await currentSpan.run(span, () => work(running));
      } catch (error) {
        running.fail(reasonOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    isInSpan: () => currentSpan.getStore() !== undefined,
    describe(name, facts) {
      currentSpan.getStore()?.updateName(name).setAttributes(facts);
    },
    headers() {
      const span = currentSpan.getStore();
      const headers: Record<string, string> = {};
      if (span) propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, api.defaultTextMapSetter);
      return headers;
    },
    async exportMetrics(read) {
      const watch = <Of extends Exporter>(one: Of) => reportFailures(one, { log, what: 'metrics' });
      metrics = await exportMetrics({ endpoint, resource, read, watch });
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, longestFlushMs);
      });
      const flushed = Promise.allSettled([provider.shutdown(), metrics?.close()]);
      await Promise.race([flushed, late]);
      clearTimeout(timer);
    },
  };
}

/** Returns the code or the name of an error. Its message could quote a value. */
function reasonOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(typeof code === 'string' && code !== '' ? code : (name ?? typeof error));
}

/** The part that OpenTelemetry's exporters of traces and of metrics share. */
interface Exporter {
  export(items: never, done: (result: { code: number; error?: Error }) => void): void;
}

/** Logs once that the collector does not take something, and once that it does again. The SDK itself says nothing. */
function reportFailures<Of extends Exporter>(
  exporter: Of,
  { log, what }: { log: World['log']; what: 'traces' | 'metrics' },
): Of {
  let isFailing = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const hasFailed = result.code !== 0;
      if (hasFailed && !isFailing) {
        log.warn(
          { error: describeError(result.error) },
          `the collector does not take ${what}; they are lost`,
        );
      } else if (isFailing && !hasFailed) log.info({}, `the collector takes ${what} again`);
      isFailing = hasFailed;
      done(result);
    });
  return exporter;
}
