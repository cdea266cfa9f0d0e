import type * as v from 'valibot';
import { about } from '../about.ts';

/** Setting of an app: its schema, which includes its meaning, and its value if the operator sets none. */
export interface Setting<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly schema: Schema;
  readonly default: v.InferOutput<Schema>;
}

/**
 * Declares a setting. The reference, the checks, the stored type and the default come from this record.
 *
 * @param text its meaning, one or two sentences for an operator
 * @param value its default
 */
export const setting = <Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
  value: v.InferOutput<Schema>,
): Setting<Schema> => ({ schema: about(text, schema), default: value });

/** Returns the schemas of settings, by name. */
export const entriesOf = <Settings extends Readonly<Record<string, Setting>>>(settings: Settings) =>
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as {
    readonly [Name in keyof Settings]: Settings[Name]['schema'];
  };

/** Returns the defaults of settings, by name. */
export const defaultsOf = <Settings extends Readonly<Record<string, Setting>>>(settings: Settings) =>
  Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, one.default])) as {
    [Name in keyof Settings]: Settings[Name]['default'];
  };
