import type { WatchStatement } from '../db/index.ts';
import type { Tracing } from './tracing.ts';

/** Captures the first word of a statement, and the next one: the table of an insert, update or delete. */
const operationPattern = /^\s*(\w+)(?:\s+(?:into|from)?\s*"?(\w+)"?)?/i;
const selectedPattern = /\bfrom\s+"?([a-z_]\w*)"?/i;

/**
 * Returns what a trace calls a statement: its name if it is prepared, otherwise operation and first table. All of these
 * are words in our code. Values travel as parameters, which are not read here.
 *
 * @internal
 */
export function summaryOf({ name, text }: { name?: string | undefined; text: string }): string {
  if (name) return name;
  const [, operation = '', next] = operationPattern.exec(text) ?? [];
  const verb = operation.toLowerCase();
  if (verb === 'select' || verb === 'with') {
    const [, table] = selectedPattern.exec(text) ?? [];
    return table ? `${verb} ${table}` : verb;
  }
  return ['insert', 'update', 'delete'].includes(verb) && next ? `${verb} ${next}` : verb;
}

/**
 * Records each statement of a request as a span. Statements of jobs are not recorded, because jobs poll the database
 * all the time.
 */
export function traceStatements(tracing: Tracing): WatchStatement {
  return (statement, run) => {
    if (!tracing.isInSpan()) return run();
    const summary = summaryOf(statement);
    const facts = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
    return tracing.run({ name: summary, kind: 'client', facts }, run);
  };
}
