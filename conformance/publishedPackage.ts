/**
 * Loads a published package from conformance's own install.
 *
 * The caller states its type, so the repository type-checks without the install.
 *
 * @param name - As in `conformance/package.json`.
 */
export async function loadPublished<Exports>(name: string): Promise<Exports> {
  return (await import(/* @vite-ignore */ import.meta.resolve(name))) as Exports;
}
