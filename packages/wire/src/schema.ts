import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/**
 * Function that creates a schema. Every schema is created by a function: a bundler drops a function that a page does
 * not call, and the schema library with it, even from a file whose routes the page imports.
 */
type MakeSchema = () => GenericSchema;

/** Type that a schema accepts. */
export type InputOf<Make extends MakeSchema> = InferInput<ReturnType<Make>>;

/** Type that a schema returns. */
export type OutputOf<Make extends MakeSchema> = InferOutput<ReturnType<Make>>;
