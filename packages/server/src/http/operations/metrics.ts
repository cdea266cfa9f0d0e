import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the service counts; one registry per service, so that two in one process do not mix. */
export interface Metrics {
  /** Counts an answer. `route` is the route's name, never a path with ids. */
  answered(route: string, status: number, seconds: number): void;
  dropped(route: string, fields: number): void;
  /** Whether the database answered when it was last asked. */
  databaseUp(isUp: boolean): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** @param droppedEvents how many analytics events were dropped so far */
export function createMetrics(droppedEvents: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'latchkey_http_requests_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'latchkey_http_request_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const droppedFields = new Counter({
    name: 'latchkey_http_dropped_fields_total',
    help: 'Unknown fields that client requests carried.',
    labelNames: ['route'],
    registers,
  });
  new Counter({
    name: 'latchkey_analytics_dropped_events_total',
    help: 'Analytics events that were not stored, because more came than are.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedEvents());
    },
  });
  const database = new Gauge({
    name: 'latchkey_database_up',
    help: '1 when the database answered when it was last asked.',
    registers,
  });
  const requestsOf = remember((key) => {
    const [route = '', status = ''] = key.split(' ');
    return requests.labels(route, status);
  });
  const durationsOf = remember((route) => durations.labels(route));
  return {
    answered(route, status, seconds) {
      requestsOf(`${route} ${status}`).inc();
      durationsOf(route).observe(seconds);
    },
    dropped: (route, fields) => droppedFields.labels(route).inc(fields),
    databaseUp: (isUp) => database.set(isUp ? 1 : 0),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Finding a child by its labels costs more than counting does; routes and statuses are few. */
function remember<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const child = made.get(key) ?? make(key);
    made.set(key, child);
    return child;
  };
}
