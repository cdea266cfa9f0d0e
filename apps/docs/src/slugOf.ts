/** Returns the anchor of a heading as GitHub generates it, without the number that GitHub adds to a repeated one. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
