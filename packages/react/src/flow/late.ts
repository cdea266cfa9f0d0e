/** Part of a table whose code loads when it is first needed. */
export interface Late<Part> {
  /** Loads the part, if it is not loaded yet. */
  load(): Promise<Part>;
  /** Returns the part if it is loaded, else null. */
  find(): Part | null;
}

/* @__NO_SIDE_EFFECTS__ */
export function createLate<Part>(load: () => Promise<Part>): Late<Part> {
  let loaded: Part | null = null;
  return {
    async load() {
      loaded ??= await load();
      return loaded;
    },
    find: () => loaded,
  };
}
