/**
 * Makes the wallet frame's stand-in load from the gallery's folder. Clients look for the frame at the root of the
 * service's origin, where a site that serves the gallery under a path has other pages.
 *
 * @param base path of the gallery, with a slash at both ends
 */
export function placeFrame(base: string): void {
  const { prototype } = HTMLIFrameElement;
  const source = Object.getOwnPropertyDescriptor(prototype, 'src');
  if (!source?.set || !source.get) return;
  const { get, set } = source;
  Object.defineProperty(prototype, 'src', {
    ...source,
    get,
    set(this: HTMLIFrameElement, value: string) {
      const url = new URL(value, location.href);
      const isFrame = url.origin === location.origin && url.pathname.startsWith('/apps/');
      set.call(this, isFrame ? `${base}frame.html${url.search}` : value);
    },
  });
}
