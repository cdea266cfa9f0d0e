import * as v from 'valibot';

/**
 * Attaches the meaning of a field to its schema. The settings page, the API page and `/openapi.json` show the text.
 *
 * @param text one or two sentences, for an operator
 */
export function about<Schema extends v.GenericSchema>(text: string, schema: Schema): Schema {
  return v.pipe(schema, v.description(text)) as unknown as Schema;
}

export const flag = (text: string) => about(text, v.boolean());
