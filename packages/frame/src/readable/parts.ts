/** Value as the user reads it: text, code (addresses, numbers, bytes), or a list or fields of further values. */
export type ReadableValue =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ReadableValue[] }
  | { readonly kind: 'fields'; readonly fields: readonly ReadableField[] };

export interface ReadableField {
  readonly name: string;
  readonly value: ReadableValue;
}

/** Titled part of what is signed: an instruction, a struct, its domain. */
export interface ReadablePart {
  readonly title: string;
  readonly fields: readonly ReadableField[];
}
