/**
 * Opens the page of a purchase in a popup, once the purchase has started. Closes the popup on failure.
 *
 * @throws what `start` throws
 */
export async function leadPopup<Started extends { readonly url: string }>(
  popup: Window,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    const started = await start();
    // The provider's page could otherwise send this page to a phishing site through `opener`. The link is cut first.
    popup.opener = null;
    popup.location.href = started.url;
    return started;
  } catch (error) {
    popup.close();
    throw error;
  }
}
