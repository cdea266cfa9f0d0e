import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/**
 * Makes a schema. Every schema is made by a function: a bundler drops a function that a page does not call, and the schema
 * library with it, even from a file whose routes the page imports.
 */
type MakeSchema = () => GenericSchema;

/** The type of what a schema takes. */
export type InputOf<Make extends MakeSchema> = InferInput<ReturnType<Make>>;

/** The type of what a schema gives. */
export type OutputOf<Make extends MakeSchema> = InferOutput<ReturnType<Make>>;
