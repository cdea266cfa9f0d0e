import type { CommonTableExpr, Node, ResTarget, WithClause } from '@pgsql/types';
import { parse } from 'libpg-query';

/** Facts about the database that a statement is checked with. */
export interface Schema {
  /** Tables whose rows lie on the node of their app. */
  readonly spreadTables: ReadonlySet<string>;
  /** Functions of the service whose first parameter is the app, whose node runs them. */
  readonly appFunctions: ReadonlySet<string>;
  /** Functions that are not immutable: their result may depend on more than their arguments. */
  readonly unstableFunctions: ReadonlySet<string>;
}

export interface ReadStatement {
  /** Violations of the rules of {@link readStatement}. */
  readonly problems: readonly string[];
  /** The app of each table, inserted row and call: the number of a parameter, or a literal. All must be the same. */
  readonly apps: readonly (number | string)[];
}

type App = ReadStatement['apps'][number];

/** A table in a FROM clause, or the one that is written. */
interface Reference {
  readonly alias: string;
  readonly table: string;
}

type Tree = Record<string, unknown>;

const as = <Kind extends string>(node: unknown, kind: Kind): Tree | null => {
  const fields = (node as Tree | undefined)?.[kind];
  return fields === undefined ? null : (fields as Tree);
};

/** Lists every node of a kind in a tree, but none inside a subquery if `within` is false. */
function* nodesOf(tree: unknown, kind: string, within = true): Iterable<Tree> {
  if (Array.isArray(tree)) for (const part of tree) yield* nodesOf(part, kind, within);
  else if (tree !== null && typeof tree === 'object')
    for (const [name, fields] of Object.entries(tree)) {
      if (name === kind) yield fields as Tree;
      if (name === 'SelectStmt' && !within) continue;
      yield* nodesOf(fields, kind, within);
    }
}

const textOf = (node: unknown): string => String(as(node, 'String')?.sval ?? '');
const namesOf = (column: Tree): string[] => ((column.fields ?? []) as unknown[]).map(textOf);

/** Returns the number of `$1`, the text of `'literal'` or that of a cast of one of them, or null. */
function constantOf(node: unknown): App | null {
  const cast = as(node, 'TypeCast');
  if (cast) return constantOf(cast.arg);
  const parameter = as(node, 'ParamRef');
  if (parameter) return Number(parameter.number);
  const literal = as(node, 'A_Const');
  return literal ? textLiteral(literal) : null;
}

const textLiteral = (literal: Tree): string | null => {
  const value = literal.sval as Tree | undefined;
  return value === undefined ? null : String(value.sval ?? '');
};

/**
 * Reads a statement by PostgreSQL's own grammar, and lists what would keep it from running on the node of its app.
 *
 * The rules follow Citus 12.1's router planner: every spread table is limited to one constant app; every call of an
 * app function has a constant app; no INSERT of a query's rows into a spread table; no row lock and no INSERT in a
 * CTE; no writing CTE under an INSERT; no subquery that refers to a CTE of the outer query; no function that is not
 * immutable in RETURNING, or over a column in UPDATE; no assignment of `app_id`.
 *
 * @param options.acrossApps true for a statement of a job, which may reach all apps but not lock their rows
 */
export async function readStatement(
  text: string,
  schema: Schema,
  { acrossApps = false }: { acrossApps?: boolean } = {},
): Promise<ReadStatement> {
  const problems: string[] = [];
  const apps: App[] = [];
  const { stmts = [] } = await parse(text);
  for (const { stmt } of stmts) if (stmt) readQuery(stmt, { ctes: new Set(), isCte: false });
  return { problems: [...new Set(problems)], apps };

  interface Scope {
    /** CTEs that the query can read. */
    readonly ctes: ReadonlySet<string>;
    readonly isCte: boolean;
  }

  function readQuery(node: Node, scope: Scope): void {
    const select = as(node, 'SelectStmt');
    const insert = as(node, 'InsertStmt');
    const update = as(node, 'UpdateStmt');
    const deletion = as(node, 'DeleteStmt');
    const query = select ?? insert ?? update ?? deletion;
    if (!query) return;
    const ctes = readCtes(query.withClause as WithClause | undefined, scope, insert !== null);
    const inner = { ctes, isCte: scope.isCte };
    if (select) readSelect(select, inner);
    else readWrite({ insert, update, deletion }, query, inner);
  }

  function readCtes(clause: WithClause | undefined, { ctes }: Scope, isInsert: boolean): ReadonlySet<string> {
    const known = new Set(ctes);
    for (const node of clause?.ctes ?? []) {
      const cte = as(node, 'CommonTableExpr') as CommonTableExpr | null;
      if (!cte?.ctequery) continue;
      if (isInsert && !as(cte.ctequery, 'SelectStmt')) problems.push('a CTE writes under an INSERT');
      if (as(cte.ctequery, 'InsertStmt')) problems.push('a CTE has an INSERT');
      readQuery(cte.ctequery, { ctes: known, isCte: true });
      known.add(cte.ctename ?? '');
    }
    return known;
  }

  function readSelect(select: Tree, scope: Scope): void {
    if (select.larg && select.rarg) {
      readQuery({ SelectStmt: select.larg } as Node, scope);
      readQuery({ SelectStmt: select.rarg } as Node, scope);
      return;
    }
    const { references, conditions } = readFrom(select.fromClause, scope);
    conditions.push(select.whereClause);
    limit(references, conditions, scope);
    if (select.lockingClause) {
      if (scope.isCte) problems.push('a CTE locks rows');
      if (acrossApps && references.some(({ table }) => schema.spreadTables.has(table)))
        problems.push('rows of several apps are locked');
    }
    const { fromClause: _, withClause: __, ...parts } = select;
    readSubqueries(parts, references, scope);
    readCalls(select);
  }

  /** Counts the app that a call of one of the service's own functions names. */
  function readCalls({ fromClause, targetList, withClause: _ }: Tree): void {
    for (const call of nodesOf([fromClause, targetList], 'FuncCall', false)) {
      if (((call.funcname ?? []) as unknown[]).length !== 1) continue;
      const name = textOf((call.funcname as unknown[])[0]);
      if (!schema.appFunctions.has(name)) continue;
      const app = constantOf((call.args as unknown[] | undefined)?.[0]);
      if (app === null) problems.push(`${name} is called without a constant app`);
      else apps.push(app);
    }
  }

  function readWrite(
    { insert, update, deletion }: Record<'insert' | 'update' | 'deletion', Tree | null>,
    query: Tree,
    scope: Scope,
  ): void {
    const relation = query.relation as Tree;
    const table = String(relation.relname);
    const alias = String((relation.alias as Tree | undefined)?.aliasname ?? table);
    const isSpread = schema.spreadTables.has(table);
    const { references, conditions } = readFrom(query.fromClause ?? query.usingClause, scope);
    conditions.push(query.whereClause);
    if (insert && isSpread) readInsert(insert);
    if (update || deletion) limit([{ alias, table }, ...references], conditions, scope);
    const conflict = insert?.onConflictClause as Tree | undefined;
    const assignments = [update?.targetList, conflict?.targetList];
    if (isSpread) {
      for (const target of nodesOf(assignments, 'ResTarget', false))
        if ((target as ResTarget).name === 'app_id') problems.push('app_id is assigned');
      for (const name of unstableOver(assignments, true)) problems.push(`${name} has a column in an UPDATE`);
      const { returningClause, returningList } = query;
      for (const name of unstableOver([returningClause, returningList], false))
        problems.push(`${name} is in a RETURNING`);
    }
    const { fromClause: _, usingClause: __, withClause: ___, selectStmt: ____, ...parts } = query;
    readSubqueries(parts, [{ alias, table }, ...references], scope);
  }

  function readInsert(insert: Tree): void {
    const columns = ((insert.cols ?? []) as Node[]).map((node) => as(node, 'ResTarget')?.name);
    const place = columns.indexOf('app_id');
    const rows = (as(insert.selectStmt, 'SelectStmt')?.valuesLists ?? []) as Node[];
    if (rows.length === 0) problems.push('an INSERT takes its rows from a query');
    for (const row of rows) {
      const values = (as(row, 'List')?.items ?? []) as unknown[];
      const app = constantOf(values[place]);
      if (app !== null) apps.push(app);
      else if (!acrossApps) problems.push('an INSERT has no constant app');
    }
    if (acrossApps) apps.length = 0;
  }

  /** Names functions that are not immutable. @param overColumns true to list only those with a column as argument */
  function unstableOver(trees: unknown, overColumns: boolean): string[] {
    return [...nodesOf(trees, 'FuncCall', false)].flatMap((call) => {
      const name = textOf(((call.funcname ?? []) as unknown[]).at(-1));
      const hasColumn = [...nodesOf(call.args, 'ColumnRef')].length > 0;
      return schema.unstableFunctions.has(name) && (hasColumn || !overColumns) ? [name] : [];
    });
  }

  /** Requires a constant app for each spread table. */
  function limit(references: readonly Reference[], conditions: readonly unknown[], { ctes }: Scope): void {
    if (acrossApps) return;
    const limits = conditions.flatMap(conjuncts).flatMap(appLimit);
    for (const { alias, table } of references) {
      if (!schema.spreadTables.has(table) || ctes.has(table)) continue;
      const found = limits.find(
        (one) => one.alias === alias || (one.alias === null && references.length === 1),
      );
      if (found) apps.push(found.app);
      else problems.push(`${alias} has no condition app_id = constant`);
    }
  }

  function readFrom(clause: unknown, scope: Scope): { references: Reference[]; conditions: unknown[] } {
    const references: Reference[] = [];
    const conditions: unknown[] = [];
    const read = (node: unknown): void => {
      const range = as(node, 'RangeVar');
      if (range) {
        const table = String(range.relname);
        references.push({ table, alias: String((range.alias as Tree | undefined)?.aliasname ?? table) });
      }
      const join = as(node, 'JoinExpr');
      if (join) {
        read(join.larg);
        read(join.rarg);
        conditions.push(join.quals);
      }
      const subselect = as(node, 'RangeSubselect');
      if (subselect) readQuery(subselect.subquery as Node, scope);
    };
    for (const node of (clause ?? []) as unknown[]) read(node);
    return { references, conditions };
  }

  function readSubqueries(parts: unknown, references: readonly Reference[], scope: Scope): void {
    const outer = references.filter(({ table }) => scope.ctes.has(table)).map(({ alias }) => alias);
    for (const link of nodesOf(parts, 'SubLink', false)) {
      readQuery(link.subselect as Node, scope);
      for (const column of nodesOf(link.subselect, 'ColumnRef')) {
        const [alias = '', name] = namesOf(column);
        const own = [...nodesOf(link.subselect, 'RangeVar')].some(({ relname }) => relname === alias);
        if (name !== undefined && outer.includes(alias) && !own)
          problems.push(`a subquery refers to the CTE ${alias} of the outer query`);
      }
    }
  }
}

function conjuncts(condition: unknown): unknown[] {
  const and = as(condition, 'BoolExpr');
  if (and?.boolop === 'AND_EXPR') return (and.args as unknown[]).flatMap(conjuncts);
  return condition === undefined ? [] : [condition];
}

/** Returns the alias and the constant of `alias.app_id = constant`; the alias is null if there is none. */
function appLimit(condition: unknown): { alias: string | null; app: App }[] {
  const comparison = as(condition, 'A_Expr');
  if (comparison?.kind !== 'AEXPR_OP' || textOf((comparison.name as unknown[])[0]) !== '=') return [];
  const column = as(comparison.lexpr, 'ColumnRef');
  const app = constantOf(comparison.rexpr);
  if (!column || app === null) return [];
  const names = namesOf(column);
  if (names.at(-1) !== 'app_id') return [];
  return [{ alias: names.length > 1 ? (names.at(-2) ?? null) : null, app }];
}
