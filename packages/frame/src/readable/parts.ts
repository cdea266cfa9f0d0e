/** A value as a person may read it: words, code (addresses, numbers, bytes), or what consists of others. */
export type ReadableValue =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ReadableValue[] }
  | { readonly kind: 'fields'; readonly fields: readonly ReadableField[] };

export interface ReadableField {
  readonly name: string;
  readonly value: ReadableValue;
}

/** A part of what is signed, under a title: an instruction, a struct, its domain. */
export interface ReadablePart {
  readonly title: string;
  readonly fields: readonly ReadableField[];
}
