/**
 * A page that lays a hosted page over its own in a frame, so that a press meant for the page's own button agrees to a
 * connection. Runs in that page.
 */
export async function frame(address: string): Promise<{ isReadable: boolean }> {
  const element = document.createElement('iframe');
  element.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;opacity:0.01';
  const loaded = new Promise<void>((resolve) => {
    element.onload = () => resolve();
  });
  element.src = address;
  document.body.append(element);
  await loaded;
  let isReadable = false;
  try {
    isReadable = (element.contentDocument?.body.childElementCount ?? 0) > 0;
  } catch {
    // Another origin's, as a page of the browser's own is.
  }
  return { isReadable };
}

/** Opens a window for each address, as far as the browser lets it; gives how many there are. Runs in that page. */
export function openMany(addresses: readonly string[]): number {
  return addresses.filter((address, at) => window.open(address, `w${at}`, 'width=440,height=680')).length;
}
